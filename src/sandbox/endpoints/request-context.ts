import type {Deployments} from '../deployments.ts';
import type {Projects} from '../projects.ts';
import type {Reply, Request} from '../response.ts';
import type {World} from '../world.ts';

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
