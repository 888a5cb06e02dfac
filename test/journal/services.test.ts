import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {type Journal, openJournal} from '../../src/journal/journal.ts';

const entry = {
	at: 1,
	kind: 'saved',
	projectId: 'p',
	deploymentId: '',
	project: plain`docs`,
	requestId: undefined,
} as const;

/** Returns a journal that knows something of every kind about two services. */
function journalOfTwo(): Journal {
	const journal = openJournal({path: undefined, now: () => 0});
	for (const name of ['acme', 'zoo']) {
		const service = `${name} host`;
		journal.record({...entry, connection: name === 'acme' ? plain`acme` : plain`zoo`, text: plain`saved`});
		journal.saveVisit(service, 5);
		journal.saveWatch(service, {projectId: 'p', deploymentId: undefined, project: plain`docs`, isMine: false});
		journal.saveIntent(service, {id: `of ${name}`, at: 1, content: '{}'});
		journal.saveDraft(service, 'p', {name: 'draft'});
		journal.saveBody(service, 'p', '{}');
	}

	return journal;
}

const known = (journal: Journal, service: string) => {
	const {watches, drafts, lastReadAt} = journal.snapshot(service);
	return [watches.length, journal.unsettled(service).length, drafts.size, lastReadAt, journal.bodyOf(service, 'p')];
};

const everything = [1, 1, 1, 5, '{}'];
const nothing = [0, 0, 0, undefined, undefined];

test('forgetting a service deletes everything about it, and nothing about others', () => {
	const journal = journalOfTwo();
	journal.forget('acme host', 'acme');
	expect(known(journal, 'acme host')).toEqual(nothing);
	expect(known(journal, 'zoo host')).toEqual(everything);
	expect(journal.recent(10).map(({connection}) => connection)).toEqual(['zoo']);
});

test('a renamed service keeps everything about it, also where something is known under its new name', () => {
	const journal = journalOfTwo();
	journal.rename('acme host', 'zoo host', {connection: 'acme', newConnection: 'zoo'});
	expect(known(journal, 'acme host')).toEqual(nothing);
	const {watches} = journal.snapshot('zoo host');
	const unsettled = journal.unsettled('zoo host');
	expect([watches.length, unsettled.map(({id}) => id).sort()]).toEqual([1, ['of acme', 'of zoo']]);
	expect(journal.recent(10).map(({connection}) => connection)).toEqual(['zoo', 'zoo']);
});
