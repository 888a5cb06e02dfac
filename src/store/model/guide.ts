import {plain, type SafeText} from '../../text.ts';

/** A key that the demo suggests until it was used once. */
export type GuideStep = {
	readonly key: string;
	/** What the key does, after `to`. */
	readonly purpose: SafeText;
	/** The names of the screens on which it is suggested. */
	readonly screens: readonly string[];
};

const places: readonly string[] = ['projects', 'watch', 'activity', 'versions', 'deployments', 'deployment'];

/** The keys in the order in which they are suggested. */
export const guideSteps: readonly GuideStep[] = [
	{key: 'enter', purpose: plain`see its deployments`, screens: ['projects']},
	{key: 't', purpose: plain`deploy it and watch it land`, screens: ['deployments']},
	{key: '2', purpose: plain`see what is in progress everywhere`, screens: places},
	{key: '1', purpose: plain`go back to the projects`, screens: ['watch', 'activity', 'versions']},
	{key: '/', purpose: plain`find a project`, screens: ['projects']},
	{key: 'w', purpose: plain`watch it from anywhere`, screens: ['projects', 'deployments']},
	{key: ':', purpose: plain`find any command`, screens: places},
	{key: '?', purpose: plain`see all keys of this screen`, screens: places},
];
