import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { today } from '../../../fixtures/test-clock'
import type { TestServer } from '../../../fixtures/test-server'

/** The month that the tests run in, as the product's calendar has it. */
export const thisMonth = (): string => today().slice(0, 7)

/** What a ZIP holds, by name, read from its very bytes. */
export async function unzipped(answer: Response): Promise<Record<string, string>> {
  expect(answer.status, await answer.clone().text()).toBe(200)
  const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]))
}

/** Opens an address of the product as its administrator. */
export async function fetched(server: TestServer, path: string): Promise<Response> {
  return server.app.request(path, { headers: { Authorization: `Bearer ${await server.token()}` } })
}

/** The lines of the list of numbers: cells, without the first line. */
export const linesOf = (csv = ''): string[][] =>
  csv
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';'))
