import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {constants} from 'node:os';
import {join} from 'node:path';
import {temporaryDirectory} from '../fixtures/temporary-directory.ts';

/** Fails every lock, like a file system without locks. */
const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
static int answer(const char *name, int file, int command, va_list rest) {
	if (command >= 5 && command <= 7) { errno = LOCK_ERROR; return -1; }
	return ((int (*)(int, int, ...))dlsym(RTLD_NEXT, name))(file, command, va_arg(rest, void *));
}
#define WRAP(name) int name(int file, int command, ...) { \\
	va_list rest; va_start(rest, command); \\
	int result = answer(#name, file, command, rest); va_end(rest); return result; }
WRAP(fcntl)
WRAP(fcntl64)
`;

/** Whether a library can replace system calls here. */
export const canPreload = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** The environment of a process for which every lock fails with `ENOLCK`. */
export function withoutFileLocks(code: string): Readonly<Record<string, string>> {
	const library = join(temporaryDirectory(), 'locks.so');
	const given = `${library}.c`;
	const {[code as keyof typeof constants.errno]: error} = constants.errno;
	writeFileSync(given, source);
	const {status, stderr} = spawnSync('cc', ['-shared', '-fPIC', `-DLOCK_ERROR=${error}`, '-o', library, given, '-ldl']);
	if (status !== 0) throw new Error(String(stderr));
	return {LD_PRELOAD: library};
}
