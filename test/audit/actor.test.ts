import { actorOf } from '../../src/audit/event';

const key = { keyId: '0123456789abcdef', record: { createdBy: 'creator', name: 'Deploy' } };

describe('the actor of an audit event', () => {
  it('is the creator of a key that acts, with the ID and the name of the key', () => {
    expect(actorOf(key)).toEqual({
      type: 'apikey',
      accountId: 'creator',
      keyId: '0123456789abcdef',
      keyName: 'Deploy',
    });
  });

  it('is a person, without anything else of their request', () => {
    const request = { accountId: 'person', requestId: 'not for the actor' };
    expect(actorOf(request)).toEqual({ type: 'user', accountId: 'person' });
  });

  it('is the owner that a stored run names: a key without its name, or a person', () => {
    expect(actorOf({ createdBy: 'creator', keyId: key.keyId })).toEqual({
      type: 'apikey',
      accountId: 'creator',
      keyId: key.keyId,
    });
    expect(actorOf({ createdBy: 'person', keyId: undefined })).toEqual({ type: 'user', accountId: 'person' });
  });
});
