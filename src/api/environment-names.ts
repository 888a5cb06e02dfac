import {type ServiceText, serviceText} from '../base/text.ts';
import type {Deployment} from './types.ts';

/** Environment names by environment id. The interface has only ids, which may be hard to read. */
export type EnvironmentNames = ReadonlyMap<string, ServiceText>;

export const environmentNamesOf = (names: Readonly<Record<string, string>>): EnvironmentNames =>
	new Map(Object.entries(names).map(([id, name]) => [id, serviceText(id, 128, name)]));

export function nameEnvironment(deployment: Deployment, names: EnvironmentNames | undefined): Deployment {
	const environmentId = deployment.environmentId && names?.get(deployment.environmentId.exact);
	return environmentId ? {...deployment, environmentId} : deployment;
}
