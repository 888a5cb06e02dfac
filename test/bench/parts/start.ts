import {join} from 'node:path';
import type {Samples} from '../bounds.ts';
import {type Build, landfallOn} from '../build.ts';
import {type Program, withProbe} from '../probe.ts';

const startMs = (program: Program) => withProbe(program, probe => probe.firstRows());

export async function start(build: Build, address: string): Promise<Samples> {
	const bareRequest = {args: [join(import.meta.dirname, '../bare-request.mjs'), address], home: build.home};
	const ownMs = await startMs({...landfallOn(build, address), files: join(build.home, 'files')});
	return {'start by a bare request': [ownMs / (await startMs(bareRequest))]};
}
