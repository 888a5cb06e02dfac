import type {WorldName} from '../world-names.ts';
import type {Store} from './store.ts';
import {worldKinds} from './world/worlds.ts';
import type {SandboxConfig} from './world.ts';

type RequestedConfig = {
	readonly seed?: number | undefined;
	readonly world?: WorldName | undefined;
	readonly projects?: number | undefined;
};

/** Returns the configuration stored in the file, or the requested one for a new file. The notice reports differences between the two. */
export function readConfig(
	requested: RequestedConfig,
	store: Store,
	now: number,
): {readonly config: SandboxConfig; readonly notice: string | undefined} {
	const kept = store.fact('setting');
	if (kept === undefined) {
		const {seed = 1, world = 'busy'} = requested;
		const config: SandboxConfig = {
			seed,
			world,
			projects: requested.projects ?? worldKinds[world].projects,
			openedAt: now,
		};
		store.setFact('setting', JSON.stringify(config));
		return {config, notice: undefined};
	}

	const config: SandboxConfig = JSON.parse(kept);
	const differing = (['world', 'projects', 'seed'] as const).filter(
		name => requested[name] !== undefined && requested[name] !== config[name],
	);
	if (differing.length === 0) return {config, notice: undefined};
	const words = differing.map(name => `${name} ${config[name]}, not ${requested[name]}`);
	return {config, notice: `The file keeps what it was made with: ${words.join('; ')}.`};
}

/** Returns the key kept with the data. Data without one gets a new key. */
export function readKey(store: Store): string {
	const kept = store.fact('key');
	if (kept !== undefined) return kept;
	const bytes = crypto.getRandomValues(new Uint8Array(18));
	const made = `sandbox_${Buffer.from(bytes).toString('base64url')}`;
	store.setFact('key', made);
	return made;
}
