import type {Deployments} from '../deployments.ts';
import type {Projects} from '../projects.ts';
import type {World} from '../world/world.ts';
import type {Reply, Request} from './response.ts';

/** Everything an endpoint needs. */
export type RequestContext = {
	readonly seed: number;
	readonly now: number;
	readonly world: World;
	readonly projects: Projects;
	readonly deployments: Deployments;
	readonly reply: Reply;
	readonly request: Request;
	readonly query: URLSearchParams;
};
