import {expect, test} from 'vitest';
import {open} from './ask.ts';

test('an outage replaces the service’s responses until it is removed, and is logged', () => {
	const {ask, sandbox} = open();
	sandbox.outages
		.set('POST /v1/projects', 503)
		.set('/v1/projects/prj_1', {status: 429, headers: {'retry-after': '7'}, body: 'slow'});
	expect(ask('POST', '/v1/projects', {name: 'docs'})).toMatchObject({status: 503, body: {error: {code: 'outage'}}});
	const headers = new Map([['authorization', 'Bearer team-key']]);
	const busy = sandbox.handle({method: 'GET', target: '/v1/projects/prj_1', headers, body: ''});
	expect(busy).toMatchObject({status: 429, body: 'slow', headers: {'retry-after': '7'}});
	expect(ask('GET', '/v1/projects').status).toBe(200);
	sandbox.outages.clear();
	expect(ask('GET', '/v1/projects/prj_1').status).toBe(404);
	expect(sandbox.requests.map(({method, status}) => `${method} ${status}`)).toEqual([
		...['POST 503', 'GET 429', 'GET 200', 'GET 404'],
	]);
});
