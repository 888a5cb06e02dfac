import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../../src/journal/journal.ts';
import {serviceOf} from '../../../src/store/model/connection.ts';
import {goBack, openEdit} from '../../../src/store/reducers/navigation.ts';
import {safe} from '../../../src/text.ts';
import {startTestSession} from '../../kit/app/session.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';

test.each([undefined, 'bulk'])(
	'the draft of a project is deleted together with the project (in a bulk operation: %s)',
	async bulkId => {
		const path = join(temporaryDirectory(), 'journal.sqlite');
		const {session, clock} = await startTestSession({isInDemo: true, journalPath: path});
		await clock.advance(1000);
		const {store} = session;
		const {connection, projects} = store.get();
		const project = projects.list.rows[0];
		if (!connection || !project) throw new Error('No project is loaded.');
		const drafts = () => openJournal({path, now: clock.now}).snapshot(serviceOf(connection)).drafts;
		store.change((state, now) => openEdit(state, project, now));
		store.dispatch({type: 'form-filled', values: {name: 'Another name'}});
		store.change(goBack);
		expect([...drafts().keys()]).toEqual([project.id]);
		const write = {id: 'w', connectionId: connection.id, projectId: project.id, project: ''};
		store.dispatch({type: 'project-deleted', write, remark: safe('Deleted'), at: clock.now(), bulkId});
		expect(drafts().size).toBe(0);
		expect(store.get().writes.drafts.edits.size).toBe(0);
	},
);
