import type {Handle} from '../../../src/api/in-process.ts';
import {projectOnTheWire} from '../fixtures/wire.ts';

type Page = {readonly ids: readonly string[]; readonly next?: string | null | undefined};

/** Project pages come from `pageOf`, by cursor; undefined rejects the cursor. There are no deployments. */
export const createPagingService =
	(pageOf: (cursor: string | undefined) => Page | undefined): Handle =>
	({target}) => {
		const headers = {'content-type': 'application/json'};
		const {pathname, searchParams} = new URL(target, 'http://service.invalid');
		const respond = (status: number, body: object) => ({status, headers, body: JSON.stringify(body)});
		if (pathname !== '/v1/projects') return respond(200, {deployments: [], request_id: 'req_2'});
		const page = pageOf(searchParams.get('cursor') ?? undefined);
		if (!page) return respond(400, {error: {message: 'unknown cursor'}, request_id: 'req_3'});
		const projects = page.ids.map(id => ({...projectOnTheWire, id, name: `project ${id}`, slug: id}));
		return respond(200, {projects, next_cursor: page.next, request_id: 'req_1'});
	};
