import type {Run} from './service.ts';

/** For how many seconds the screen has been wrong about a deployment: since the first change that it does not show. */
export function staleness({changes, seen}: Run, now: number): number {
	const changedAt = changes[seen];
	return changedAt === undefined ? 0 : Math.max(0, now - changedAt);
}
