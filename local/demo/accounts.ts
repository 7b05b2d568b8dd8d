/** The people of the demo site. Their account ids have Atlassian's format and never change. */
export interface DemoAccount {
  readonly email: string;
  readonly accountId: string;
  readonly displayName: string;
  readonly note: string;
}

export const ADMIN: DemoAccount = {
  email: 'admin@example.com',
  accountId: '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01',
  displayName: 'Ada Adams',
  note: 'Site admin. Sees every space, but not the page restricted to the other admin.',
};
export const ADMIN2: DemoAccount = {
  email: 'admin2@example.com',
  accountId: '712020:1b7d2e90-3c41-4f6f-8d15-7a1e2c3d4b02',
  displayName: 'Boris Brandt',
  note: 'Site admin. The only one who sees the salary review in HR.',
};
export const EDITOR: DemoAccount = {
  email: 'editor@example.com',
  accountId: '712020:2c8e3fa1-4d52-4a70-9e26-8b2f3d4e5c03',
  displayName: 'Carla Costa',
  note: 'No admin. Author: owns pages in ENG and HR, and may edit in ENG, HR and OPEN.',
};
export const VIEWER: DemoAccount = {
  email: 'viewer@example.com',
  accountId: '712020:3d9f40b2-5e63-4b81-af37-9c304e5f6d04',
  displayName: 'Deniz Demir',
  note: 'May view ENG and OPEN, and edit nothing.',
};
export const OUTSIDER: DemoAccount = {
  email: 'outsider@example.com',
  accountId: '712020:4ea051c3-6f74-4c92-b048-ad415f607e05',
  displayName: 'Emil Eriksen',
  note: 'May use Confluence, but sees only OPEN.',
};

export const SPACE_ADMIN: DemoAccount = {
  email: 'spaceadmin@example.com',
  accountId: '712020:7bd384f6-92a7-4fc5-8371-d0748293c108',
  displayName: 'Sofia Silva',
  note: 'No site admin. Administers ENG, and sees OPEN.',
};

/** Has a login, but no license for Confluence, so it sees only public content, as people without a login do. */
export const UNLICENSED: DemoAccount = {
  email: 'unlicensed@example.com',
  accountId: '712020:6ac273e5-8196-4eb4-9260-cf637182b007',
  displayName: 'Ulla Unger',
  note: 'Has no license for Confluence. Sees what is public, which is OPEN.',
};

/** A guest: logged in, with one space, which need not be public, and with what is public. The platform treats a guest as a person without a license. */
export const GUEST: DemoAccount = {
  email: 'guest@example.com',
  accountId: '712020:8ce495a7-a3b8-40d6-9482-e1859304d209',
  displayName: 'Gita Gupta',
  note: 'A guest from outside the company. May edit in ENG, and sees what is public. The app cannot act for guests.',
};

export const DEMO_ACCOUNTS = [
  ADMIN,
  ADMIN2,
  EDITOR,
  VIEWER,
  OUTSIDER,
  SPACE_ADMIN,
  UNLICENSED,
  GUEST,
] as const satisfies readonly DemoAccount[];

/** The user that represents the app. It cannot log in. */
export const APP_USER = {
  accountId: '712020:5fb162d4-7085-4da3-8159-be526071af06',
  displayName: 'Page Classification',
} as const;

export const DEMO_GROUPS = {
  'confluence-users': {
    id: '6a1c0d52-1f0e-4c7b-9d3a-2f5b8e7c1a01',
    members: [ADMIN, ADMIN2, EDITOR, VIEWER, OUTSIDER, SPACE_ADMIN],
  },
  'site-admins': { id: '6a1c0d52-1f0e-4c7b-9d3a-2f5b8e7c1a02', members: [ADMIN, ADMIN2] },
  'confluence-guests': { id: '6a1c0d52-1f0e-4c7b-9d3a-2f5b8e7c1a04', members: [GUEST] },
  engineering: { id: '6a1c0d52-1f0e-4c7b-9d3a-2f5b8e7c1a03', members: [EDITOR, VIEWER] },
} as const;
