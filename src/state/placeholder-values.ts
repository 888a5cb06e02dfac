import type {Deployment} from '../api/types.ts';
import {pasteable, plain, type ServiceText, safe} from '../base/text.ts';
import type {PlaceholderValues} from '../model/custom-command.ts';
import {knownProject, projectNameOf} from '../model/project-list.ts';
import {outcomeNames, outcomeOf} from '../model/status-words.ts';
import {selectedEnvironment, versionsOf} from './deployments.ts';
import {currentScreen, type State} from './state.ts';

/** Never cuts a text, because a shortened text would name something else. */
const whole = (text: ServiceText | undefined) => (text ? pasteable(text.exact) : plain``);

export function placeholderValues(
	state: State,
	projectId: string,
	deployment: Deployment | undefined,
): PlaceholderValues {
	const {connection} = state;
	const project = knownProject(state, projectId);
	const {environmentId, uploadVersion, status, conclusion, concludedAt} = deployment ?? {};
	const record = deployment ?? project;
	return {
		// For another landfall that the program may run.
		...(connection?.profile !== undefined && {profile: safe(connection.profile)}),
		host: connection?.host ?? plain``,
		name: projectNameOf(state, projectId),
		project_id: pasteable(projectId),
		slug: whole(project?.slug),
		url: whole(record?.url),
		request_id: whole(record?.requestId),
		deployment_id: deployment ? pasteable(deployment.id) : plain``,
		environment: environmentId?.shown ?? plain``,
		version: uploadVersion === undefined ? plain`` : plain`${uploadVersion}`,
		status: status?.shown ?? plain``,
		conclusion: conclusion?.shown ?? plain``,
		outcome: deployment ? outcomeNames[outcomeOf(deployment, state.preferences.wordMeanings)] : plain``,
		concluded_at: concludedAt === undefined ? plain`` : safe(new Date(concludedAt).toISOString()),
	};
}

/** What `$VERSION` and `$ENVIRONMENT` of named deploys stand for: the selected deployment, or what is live in the selected column of the versions screen. */
export function selectedToDeploy(state: State, projectId: string, deployment: Deployment | undefined) {
	if (deployment) return {version: deployment.uploadVersion, environment: deployment.environmentId};
	if (currentScreen(state).name !== 'versions') return {};
	const key = selectedEnvironment(state) ?? '';
	const {projects, environments} = versionsOf(state);
	return {
		version: projects.get(projectId)?.deployed.get(key)?.live?.uploadVersion,
		environment: environments.find(environment => environment.key === key)?.text,
	};
}
