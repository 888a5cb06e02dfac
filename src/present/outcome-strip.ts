import type {Deployment} from '../api/types.ts';
import {outcomeOf} from '../status-words.ts';
import type {Context} from './column.ts';
import type {Line} from './line.ts';
import {shapeOf} from './outcome.ts';

/** The outcomes of the newest deployments as one character each, the newest last. They are given newest first. */
export const outcomeStrip = (deployments: readonly Deployment[], width: number, context: Context): Line =>
	deployments
		.slice(0, Math.max(0, Math.floor(width) || 0))
		.reverse()
		.map(deployment => shapeOf(outcomeOf(deployment, context.pins), context));
