export const httpMethods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

export type HttpMethod = (typeof httpMethods)[number];
