import type {Store} from './store.ts';
import type {SandboxConfig} from './world/world.ts';
import {type WorldName, worldKinds} from './world/worlds.ts';

type Asked = {
	readonly seed?: number | undefined;
	readonly world?: WorldName | undefined;
	readonly projects?: number | undefined;
};

/** The setting that a store was made with, or the one asked for when it is new. The notice says where the two differ. */
export function readConfig(
	asked: Asked,
	store: Store,
	now: number,
): {readonly config: SandboxConfig; readonly notice: string | undefined} {
	const kept = store.fact('setting');
	if (kept === undefined) {
		const {seed = 1, world = 'busy'} = asked;
		const config: SandboxConfig = {seed, world, projects: asked.projects ?? worldKinds[world].projects, openedAt: now};
		store.setFact('setting', JSON.stringify(config));
		return {config, notice: undefined};
	}

	const config: SandboxConfig = JSON.parse(kept);
	const differing = (['world', 'projects', 'seed'] as const).filter(
		name => asked[name] !== undefined && asked[name] !== config[name],
	);
	if (differing.length === 0) return {config, notice: undefined};
	const words = differing.map(name => `${name} ${config[name]}, not ${asked[name]}`);
	return {config, notice: `The file keeps what it was made with: ${words.join('; ')}.`};
}
