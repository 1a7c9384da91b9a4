import type { FastifyReply } from 'fastify';
import { type Page, renderPage } from './page.ts';

export const sendPage = (reply: FastifyReply, page: Page): FastifyReply =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(renderPage(page));
