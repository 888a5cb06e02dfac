import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import type {Pins} from '../status-words.ts';
import {hasFailed, type UsualRange, usualRange} from '../usual-range.ts';
import {type EnvironmentRecord, environmentRecords} from './environment-record.ts';

/** A deployment in a list. `asOf` is when the service last listed it: undefined if the last list has it. */
export type ListedDeployment = {readonly deployment: Deployment; readonly asOf: ServiceTime | undefined};

/** What the deployments of a project say about each other. */
export type ProjectRecord = {
	/** Newest first. */
	readonly deployments: readonly Deployment[];
	readonly newest: ListedDeployment | undefined;
	/** Those that are in progress, newest first. */
	readonly running: readonly ListedDeployment[];
	/** When those that are not listed were last seen: they may be over. */
	readonly lastSeenAt: ReadonlyMap<Deployment, ServiceTime>;
	/** The most used first. */
	readonly environments: readonly EnvironmentRecord[];
	/** What is usual in all environments together. */
	readonly overall: UsualRange | undefined;
};

/** Returns the record of deployments that are sorted newest first. */
export function projectRecord(rows: readonly ListedDeployment[], pins: Pins): ProjectRecord {
	const deployments = rows.map(({deployment}) => deployment);
	return {
		deployments,
		newest: rows[0],
		running: rows.filter(({deployment, asOf}) => asOf === undefined && !isConcluded(deployment)),
		lastSeenAt: new Map(
			rows.flatMap(({deployment, asOf}) => (asOf === undefined ? [] : [[deployment, asOf] as const])),
		),
		environments: environmentRecords(deployments, pins),
		overall: usualRange(deployments, pins),
	};
}

/** Returns what is usual in the environment of a deployment. Undefined with fewer than five successes there. */
export const usualFor = ({environments}: ProjectRecord, {environmentId}: Deployment): UsualRange | undefined =>
	environments.find(({environment}) => environment?.exact === environmentId?.exact)?.usual;

/** Returns the deployment to show above the list: the newest in progress, but the selected one if that is in progress as well. Without any, the selected one if it failed, else the newest. */
export function headlined({running, newest}: ProjectRecord, selected: ListedDeployment, pins: Pins): ListedDeployment {
	const selectedRunning = running.find(({deployment}) => deployment.id === selected.deployment.id);
	const other = hasFailed(selected.deployment, pins) ? selected : newest;
	return selectedRunning ?? running[0] ?? other ?? selected;
}
