import type {LocalTime} from '../../../clock.ts';
import type {Figures} from '../../model/health/figures.ts';
import type {LimitName} from '../../model/health/limits.ts';
import type {TrimPart} from '../../model/health/trimming.ts';
import {withEntry} from '../../model/immutable-map.ts';
import type {State} from '../../state/state.ts';
import {trimmed} from './memory-trim.ts';

export type HealthEvent =
	/** landfall has measured itself. `exceeded`: the limits that it exceeds. Undefined between two checks. */
	| {readonly type: 'health-measured'; readonly figures: Figures; readonly exceeded: readonly LimitName[] | undefined}
	/** landfall exceeds a limit, so it has dropped a part of what it keeps. */
	| {readonly type: 'memory-trimmed'; readonly part: TrimPart; readonly at: LocalTime};

export function reduceHealth(state: State, event: HealthEvent): State {
	const {health} = state;
	if (event.type === 'memory-trimmed')
		return trimmed({...state, health: {...health, trims: withEntry(health.trims, event.part, event.at)}}, event);
	const {figures, exceeded = health.exceeded} = event;
	return {...state, health: {...health, figures, exceeded}};
}
