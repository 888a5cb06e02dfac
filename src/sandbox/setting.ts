import type {Store} from './store.ts';
import type {Setting} from './world/world.ts';
import {type WorldName, worldKinds} from './world/worlds.ts';

type Asked = {
	readonly seed?: number | undefined;
	readonly world?: WorldName | undefined;
	readonly projects?: number | undefined;
};

/** The setting that a store was made with, or the one asked for when it is new. The notice says where the two differ. */
export function readSetting(
	asked: Asked,
	store: Store,
	now: number,
): {readonly setting: Setting; readonly notice: string | undefined} {
	const kept = store.fact('setting');
	if (kept === undefined) {
		const {seed = 1, world = 'busy'} = asked;
		const setting: Setting = {seed, world, projects: asked.projects ?? worldKinds[world].projects, openedAt: now};
		store.setFact('setting', JSON.stringify(setting));
		return {setting, notice: undefined};
	}

	const setting: Setting = JSON.parse(kept);
	const differing = (['world', 'projects', 'seed'] as const).filter(
		name => asked[name] !== undefined && asked[name] !== setting[name],
	);
	if (differing.length === 0) return {setting, notice: undefined};
	const words = differing.map(name => `${name} ${setting[name]}, not ${asked[name]}`);
	return {setting, notice: `The file keeps what it was made with: ${words.join('; ')}.`};
}
