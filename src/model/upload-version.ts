import type {Deployment, Project} from '../api/types.ts';
import {type SafeText, safe} from '../base/text.ts';

export const versionText = (version: number | undefined): SafeText | undefined =>
	version === undefined ? undefined : safe(`v${version}`);

export const versionOf = (deployment: Deployment | undefined): SafeText | undefined =>
	versionText(deployment?.uploadVersion);

export const latestUploadOf = (project: Project | undefined): SafeText | undefined =>
	versionText(project?.latestUploadVersion);
