// @module-tag fault-122

import {expect, test} from 'vitest';
import {currentScreen} from '../../src/state/state.ts';
import {openOnTeam, type TeamOptions} from '../kit/app/open.ts';
import type {Team} from '../kit/services/team.ts';

/** The accents of the name are characters of their own. */
const withAccents = (team: Team) => team.changeProject('cafe', {name: 'Cafe\u0301 Zu\u0308rich', slug: 'other'});

const openAccentTeam = (options: TeamOptions = {}) =>
	openOnTeam(['web', 'cafe', 'docs'], {columns: 100, prepare: withAccents, ...options});

test.each(['Café Zürich', 'café'])('opens a name with combining accents from the palette with %s', async typed => {
	const {app} = await openAccentTeam();
	await app.go([':', ...`open ${typed}`], /open Café Zürich/);
	await app.go(typed === 'café' ? ['down', 'enter'] : ['enter'], 'No deployments yet');
	expect(currentScreen(app.state())).toMatchObject({name: 'deployments', projectId: 'cafe'});
});

test.each(['échec', 'E\u0301CHEC'])('finds a status word that looks like the search %s', async typed => {
	const {app} = await openAccentTeam({prepare: team => team.conclude(team.deploy('web'), 'e\u0301chec')});
	await app.go('enter', 'échec');
	await app.go(['/', ...typed], 'match 1 of 1');
});
