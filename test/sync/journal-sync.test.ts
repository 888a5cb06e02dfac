import {join} from 'node:path';
import {expect, test} from 'vitest';
import {safe} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {serviceOf} from '../../src/model/connection.ts';
import {typed} from '../../src/model/form.ts';
import {withForm} from '../../src/state/forms.ts';
import {goBack, openEdit} from '../../src/state/navigation.ts';
import {withDone} from '../../src/state/writes.ts';
import {startTestSession} from '../kit/app/session.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

test.each([false, true])(
	'the draft of a project is deleted together with the project (in a bulk operation: %s)',
	async isInBulk => {
		const path = join(temporaryDirectory(), 'journal.sqlite');
		const {session, clock} = await startTestSession({isInDemo: true, journalPath: path});
		await clock.advance(1000);
		const {store} = session;
		const {connection, projects} = store.get();
		const project = projects.list.rows[0];
		if (!connection || !project) throw new Error('No project is loaded.');
		const drafts = () => openJournal({path, now: clock.now}).snapshot(serviceOf(connection)).drafts;
		store.change((state, now) => openEdit(state, project, now));
		store.change(state => withForm(state, form => typed(form, 'name', 'Another name')));
		store.change(goBack);
		expect([...drafts().keys()]).toEqual([project.id]);
		const ref = {id: 'w', connectionId: connection.id, projectId: project.id, project: ''};
		const done = {kind: 'deleted', ref, notice: safe('Deleted')} as const;
		store.change((state, now) => withDone(state, done, now, isInBulk), {type: 'write-done', ...done});
		expect(drafts().size).toBe(0);
		expect(store.get().writes.drafts.size).toBe(0);
	},
);
