import {plain, type SafeText} from '../../text.ts';

/** A command whose key the demo suggests until it was used once. */
export type GuideStep = {
	readonly id: string;
	/** Its default key, as it is shown. */
	readonly key: SafeText;
	/** What the key does, after `to`. */
	readonly purpose: SafeText;
	/** The names of the screens on which it is suggested. */
	readonly screens: readonly string[];
	/** Whether it changes something, which a read-only connection refuses. */
	readonly isWrite?: boolean;
};

const places: readonly string[] = ['projects', 'watch', 'activity', 'versions', 'deployments', 'deployment'];

/** In the order in which they are suggested. */
export const guideSteps: readonly GuideStep[] = [
	{id: 'open-project', key: plain`enter`, purpose: plain`see its deployments`, screens: ['projects']},
	{id: 'deploy', key: plain`t`, purpose: plain`deploy it and watch it land`, screens: ['deployments'], isWrite: true},
	{id: 'board', key: plain`2`, purpose: plain`see everything in progress`, screens: places},
	{id: 'projects', key: plain`1`, purpose: plain`go back to the projects`, screens: ['watch', 'activity', 'versions']},
	{id: 'filter', key: plain`/`, purpose: plain`find a project`, screens: ['projects']},
	{id: 'watch', key: plain`w`, purpose: plain`watch it from anywhere`, screens: ['projects', 'deployments']},
	{id: 'commands', key: plain`:`, purpose: plain`find any command`, screens: places},
	{id: 'help', key: plain`?`, purpose: plain`see all keys of this screen`, screens: places},
];
