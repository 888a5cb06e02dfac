import type {WorldName} from '../world-names.ts';

/** Options of the built-in service. Undefined options were not given. */
export type BuiltInOptions = {
	readonly world: WorldName | undefined;
	readonly projects: number | undefined;
	readonly seed: number | undefined;
	readonly latencyMs: number | undefined;
};

/** Which service to open, and where its key comes from. */
export type ServiceOptions = {
	readonly profile: string | undefined;
	readonly baseUrl: string | undefined;
	readonly apiKeyFile: string | undefined;
	readonly isApiKeyFromInput: boolean;
};
