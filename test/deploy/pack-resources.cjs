const { mkdirSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Packs every resource of manifest.yml in the working folder with the code of `forge deploy`, into folders with the keys of
 * the resources below the given folder. Needs the CLI in forge-cli. Prints the type of each resource as JSON.
 */
const packages = join(require.main.path, '../../forge-cli/node_modules/@forge');
const shared = require(join(packages, 'cli-shared'));
const { ResourcePackagingService } = require(join(packages, 'cli/out/service/resource-packaging-service'));
const [, , to] = process.argv;

async function pack() {
  const files = new shared.FileSystemReader();
  const scripts = [new shared.BridgeScriptService(), new shared.IframeResizerScriptService()];
  const resources = await new shared.ConfigFile(files).getResources();
  for (const resource of resources) {
    const folder = join(to, resource.key);
    mkdirSync(folder, { recursive: true });
    const archiver = new shared.DirectoryArchiver(folder);
    // The measured sizes are those of an archive, and this one is a folder.
    const reader = Object.assign(Object.create(files), { getSize: () => 0 });
    const service = new ResourcePackagingService(async () => archiver, reader, process.cwd(), ...scripts);
    await service.zipResources([resource], { exists: false }, {});
  }
  console.log(JSON.stringify(Object.fromEntries(resources.map(({ key, resourceType }) => [key, resourceType]))));
}

pack().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
