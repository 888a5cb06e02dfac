import {controlText, longText, mixedScript, reversed, stackedMarks} from '../hostile-text.ts';
import type {Outcome, ProjectStatus} from './rows.ts';

/** A world's words where the interface does not define any. */
export type Words = {
	readonly uploadModes: readonly [string, ...string[]];
	readonly projectStatus: Readonly<Record<ProjectStatus, string>>;
	/** The statuses of a running deployment, in order. */
	readonly phases: readonly [string, string, string, string, string];
	/** The status of a concluded deployment. */
	readonly concluded: string;
	readonly conclusion: Readonly<Record<Outcome, string>>;
	/** The first is the default. */
	readonly environments: readonly [string, string, string];
};

export const plainWords: Words = {
	uploadModes: ['files', 'zip', 'git'],
	projectStatus: {active: 'active', paused: 'paused', archived: 'archived', error: 'error'},
	phases: ['queued', 'uploading', 'building', 'verifying', 'releasing'],
	concluded: 'completed',
	conclusion: {success: 'success', failure: 'failure', cancelled: 'cancelled'},
	environments: ['production', 'preview', 'staging'],
};

const finnishWords: Words = {
	uploadModes: ['tiedostot', 'paketti', 'säilö'],
	projectStatus: {active: 'käytössä', paused: 'tauolla', archived: 'arkistoitu', error: 'rikki'},
	phases: ['jonossa', 'siirretään', 'kootaan', 'tarkistetaan', 'julkaistaan'],
	concluded: 'päättynyt',
	conclusion: {success: 'onnistui', failure: 'epäonnistui', cancelled: 'peruttu'},
	environments: ['tuotanto', 'esikatselu', 'koe'],
};

const inventedWords: Words = {
	uploadModes: ['FROBNICATED', 'half-sunk', 'mode:7'],
	projectStatus: {active: 'glimmering', paused: 'BECALMED', archived: 'moored_forever', error: 'status-418'},
	phases: ['PHASE_0', 'unfurling', 'tacking…', 'sounding?', '5/5'],
	concluded: 'beached',
	conclusion: {success: 'landfell', failure: 'foundered', cancelled: 'turned-about'},
	environments: ['the-open-sea', 'env-0', 'DRY DOCK'],
};

export const oddWords: readonly [Words, ...Words[]] = [finnishWords, inventedWords];

/** The first words are dangerous to print, the second are hard to lay out. */
export const hostileWords: readonly [Words, ...Words[]] = [
	{
		uploadModes: [`zip${controlText}`, reversed, 'line\nbreak'],
		projectStatus: {
			active: `active${controlText}`,
			paused: reversed,
			archived: 'arch\tived\r\n',
			error: '\u009b31merror',
		},
		phases: ['\u001b[2Jqueued', 'up\nloading', `building${controlText}`, reversed, '\u0007releasing\u0000'],
		concluded: '\u001b]0;owned\u0007completed',
		conclusion: {success: '\u001b[32msuccess', failure: reversed, cancelled: 'cancelled\u2028\u2029'},
		environments: ['\u001b[8mproduction', reversed, 'sta\nging'],
	},
	{
		uploadModes: ['全部入り', '🧑‍🚀📦', longText],
		projectStatus: {active: '稼働中', paused: stackedMarks, archived: mixedScript, error: '🚨🚨🚨'},
		phases: ['待機中です', '⏫', longText, stackedMarks, mixedScript],
		concluded: '완료되었습니다',
		conclusion: {success: '🎉👩‍👩‍👧‍👦🇫🇮', failure: longText, cancelled: `can\u200bcel\u200dled\ufeff`},
		environments: ['本番環境', '👩🏽‍💻-preview', longText],
	},
];
