import {readFileSync} from 'node:fs';

type FaultTag = {readonly name: string; readonly description: string};

const listed = readFileSync(new URL('../../FAULTS.md', import.meta.url), 'utf8').matchAll(/^(fault-\d+) (.+)$/gm);

export const faultTags: readonly FaultTag[] = [...listed].map(([, name = '', description = '']) => ({
	name,
	description,
}));
