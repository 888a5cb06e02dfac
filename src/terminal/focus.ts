/** Asks the terminal to report when it gains or loses the focus, or to stop that. `createKeyInput` hears the reports. */
export function setFocusReports(stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>, isOn: boolean): void {
	if (stdout.isTTY) stdout.write(isOn ? '\u001B[?1004h' : '\u001B[?1004l');
}
