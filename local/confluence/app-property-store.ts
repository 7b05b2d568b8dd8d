import { type AppProperty, appPropertyRow } from './rows';
import type { Tables } from './tables';

export class AppPropertyStore {
  constructor(private readonly tables: Tables) {}

  all(): AppProperty[] {
    return this.tables.all(appPropertyRow, 'SELECT * FROM cf_app_property ORDER BY key');
  }

  byKey(key: string): AppProperty | undefined {
    return this.tables.first(appPropertyRow, 'SELECT * FROM cf_app_property WHERE key = ?', key);
  }

  put({ key, value }: AppProperty): void {
    this.tables.run(
      'INSERT INTO cf_app_property (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      value,
    );
  }

  remove(key: string): void {
    this.tables.run('DELETE FROM cf_app_property WHERE key = ?', key);
  }
}
