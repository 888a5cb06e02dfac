import type {Response} from '../response.ts';
import {readCursor, readFields, readLimit, readName, readSlug, readUrl, readWord} from '../validation.ts';
import type {ProjectRow} from '../world/rows.ts';
import {cursorAfter} from './cursors.ts';
import {projectRecord} from './records.ts';
import type {RequestContext} from './request-context.ts';

export function answerProjects({seed, world, projects, reply, query}: RequestContext): Response {
	const limit = readLimit(query);
	if ('refusal' in limit) return reply.refusal(limit.refusal);
	const before = readCursor(query, seed);
	if ('refusal' in before) return reply.refusal(before.refusal);

	// One extra row shows whether there is a next page.
	const rows = projects.page(before.value, limit.value + 1);
	const shown = rows.slice(0, limit.value);
	const last = shown.at(-1);
	return reply.record(200, {
		projects: shown.map(row => ({
			...projectRecord(seed, row, world.words(row.seq)),
			request_id: reply.requestId,
		})),
		next_cursor: last && rows.length > shown.length ? cursorAfter(seed, last.seq) : null,
	});
}

export function createProject(context: RequestContext): Response {
	const fields = readFields(context.request);
	if ('refusal' in fields) return context.reply.refusal(fields.refusal);
	const name = readName(fields.value);
	if ('refusal' in name) return context.reply.refusal(name.refusal);

	const created = {...context.projects.create(name.value, context.now), callerAt: context.now};
	context.projects.save(created);
	return projectAnswer(201, context, created);
}

export const answerProject = (context: RequestContext, project: ProjectRow): Response =>
	projectAnswer(200, context, project);

export function updateProject(context: RequestContext, project: ProjectRow): Response {
	const {projects, world, reply, now, request} = context;
	const fields = readFields(request);
	if ('refusal' in fields) return reply.refusal(fields.refusal);

	const readers = [
		['name', 'name', readName],
		['slug', 'slug', readSlug],
		['url', 'url', readUrl],
		['upload_mode', 'uploadMode', readWord('upload_mode', world.words(project.seq).uploadModes)],
	] as const;
	let changed = project;
	for (const [field, column, read] of readers) {
		if (!fields.value.has(field)) continue;
		const given = read(fields.value);
		if ('refusal' in given) return reply.refusal(given.refusal);
		if (given.value !== project[column]) changed = {...changed, [column]: given.value};
	}

	if (changed.slug !== project.slug && projects.isSlugTaken(changed.slug, project.seq)) {
		return reply.refusal({status: 409, code: 'slug_taken', message: 'Another project has this slug.'});
	}

	if (changed === project) return answerProject(context, project);
	const updated = {...changed, updatedAt: now, callerAt: now};
	projects.save(updated);
	return answerProject(context, updated);
}

export function deleteProject({projects, reply}: RequestContext, project: ProjectRow): Response {
	projects.remove(project.seq);
	return reply.nothing();
}

const projectAnswer = (status: number, {seed, world, reply}: RequestContext, project: ProjectRow) =>
	reply.record(status, projectRecord(seed, project, world.words(project.seq)));
