import { actorOf } from '../../src/audit/event';

const key = { keyId: '0123456789abcdef', record: { createdBy: 'creator', name: 'Deploy' } };

describe('the actor of an audit event', () => {
  it('is the creator of an acting key, with the ID and the name of the key', () => {
    expect(actorOf(key)).toEqual({
      type: 'apikey',
      accountId: 'creator',
      keyId: '0123456789abcdef',
      keyName: 'Deploy',
    });
  });

  it('is a user, without other data of the request', () => {
    const request = { accountId: 'person', requestId: 'not for the actor' };
    expect(actorOf(request)).toEqual({ type: 'user', accountId: 'person' });
  });

  it('is the owner in a stored run: a key without its name, or a user', () => {
    expect(actorOf({ createdBy: 'creator', keyId: key.keyId })).toEqual({
      type: 'apikey',
      accountId: 'creator',
      keyId: key.keyId,
    });
    expect(actorOf({ createdBy: 'person', keyId: undefined })).toEqual({ type: 'user', accountId: 'person' });
  });
});
