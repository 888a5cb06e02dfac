import {test} from 'vitest';
import {plain} from '../../../src/base/text.ts';
import {app, open} from '../../kit/app/open.ts';

const profiles = [{name: 'acme', host: plain`api.acme.test`, baseUrl: 'https://api.acme.test'}];

test('the welcome screen reports a profile that cannot be opened, and offers the others', async () => {
	await open({profiles});
	await app.go('enter', 'There are no profiles.');
	await app.go('down', '▌ Connect to a service');
	await app.go('j', '▌ Try the demo');
	await app.go(['k', 'up'], /▌ acme/);
});

test('the welcome screen says where a key comes from, has no requests to show, and opens the connect form', async () => {
	await open({}, 'You create a team API key in the team settings of your service.');
	await app.see('Pro or Studio plan');
	await app.go('!', 'No request has been made yet');
	await app.press('esc');
	await app.go('enter', 'team API key');
});
