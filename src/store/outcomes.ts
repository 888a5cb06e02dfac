import {changeNames} from '../api/decode.ts';
import type {Deployment, Project, ProjectChanges} from '../api/types.ts';
import {projectTitle} from '../project-title.ts';
import {type SafeText, safe} from '../text.ts';
import type {Finding} from './reconcile.ts';
import type {Event} from './reduce.ts';
import type {EditField} from './state.ts';
import type {Intended} from './write.ts';

/** Names the fields in which the service kept something else than it was sent. */
function savedRemark(project: Project, sent: ProjectChanges): SafeText {
	const others = (Object.keys(sent) as EditField[]).filter(field => project[field]?.exact !== sent[field]);
	const said = others.map(
		field => `${changeNames[field]}: sent ${sent[field]}, the service kept ${project[field]?.exact ?? 'nothing'}`,
	);
	return safe([`Saved ${projectTitle(project)}`, ...said].join(' · '), 500);
}

export const createdEvent =
	(name: string) =>
	(project: Project, at: number): Event => {
		const kept = project.name?.exact === name ? '' : ` · the service kept ${project.name?.exact ?? 'no name'}`;
		return {type: 'project-created', project, remark: safe(`Added ${name}${kept}`), at};
	};

export const savedEvent =
	(changed: ProjectChanges) =>
	(project: Project, at: number): Event => ({
		type: 'project-saved',
		project,
		remark: savedRemark(project, changed),
		at,
	});

export const deletedEvent =
	(projectId: string) =>
	(remark: SafeText, at: number): Event => ({type: 'project-deleted', projectId, remark, at});

export const triggeredEvent =
	(name: string) =>
	(deployment: Deployment, at: number): Event => ({
		type: 'deployment-triggered',
		deployment,
		remark: safe(`Deploying ${name}`),
		at,
	});

/** What is told of a write that was found to be done, although its answer was lost. */
export function foundEvent(
	{write}: Intended,
	{text, project}: Extract<Finding, {kind: 'confirmed'}>,
	at: number,
): Event | undefined {
	if (write.kind === 'delete') return {type: 'project-deleted', projectId: write.projectId, remark: text, at};
	if (!project) return undefined;
	if (write.kind === 'create') return {type: 'project-created', project, remark: text, at};
	return write.kind === 'edit' ? {type: 'project-saved', project, remark: text, at} : undefined;
}
