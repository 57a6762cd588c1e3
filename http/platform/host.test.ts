import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { serve, type Running } from '../server'
import { hostFault } from './host'

let server: TestServer
let running: Running
beforeAll(async () => {
  server = await testServer()
  running = await serve(server.services, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await running.stop()
  await server.close()
})

/** What the server answers to these very lines. */
function raw(lines: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(running.port, '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\n\r\n`))
  let said = ''
  socket
    .on('data', (bytes) => (said += bytes.toString()))
    .on('close', () => resolve(said))
    .on('error', reject)
  return promise
}

describe('a Host that cannot be', () => {
  it.each([
    '[',
    'a b',
    'exemplo.com:x',
    '<script>',
    'a/b',
    '@',
    'x'.repeat(300),
    'malvado.example',
    'localhost:99999:1',
    '%00',
  ])('%s: 400 in our own words, and no line of source', async (host) => {
    const said = await raw(['GET /healthz HTTP/1.1', `Host: ${host}`, 'Connection: close'])
    expect(said).toMatch(/^HTTP\/1\.1 400/)
    expect(said).not.toMatch(/<html|\.ts|node_modules|at /i)
  })

  it('200 by the names of this machine', async () => {
    for (const host of ['localhost', '127.0.0.1', `127.0.0.1:${running.port}`, '[::1]:80'])
      expect(await raw(['GET /healthz HTTP/1.1', `Host: ${host}`, 'Connection: close'])).toMatch(/^HTTP\/1\.1 200/)
  })

  it('what throws outside the frame is answered in one shape', async () => {
    for (const line of [
      'GET //%E0%A4%A HTTP/1.1',
      'GET /ws/events HTTP/1.1',
      'GET /%00 HTTP/1.1',
      'POST /api/authenticate HTTP/1.1',
    ]) {
      const said = await raw([line, 'Host: localhost', 'Connection: close', 'Content-Length: 0'])
      expect(said).not.toMatch(/node_modules|\.ts:|Bun/)
    }
  })
})

describe('which names a server has', () => {
  const fault = (host: string, names: Parameters<typeof hostFault>[1]) =>
    hostFault(new Request('http://x/', { headers: { Host: host } }), names) !== undefined
  it.each([
    ['erp.empresa.com.br', { host: '127.0.0.1', publicUrl: 'https://erp.empresa.com.br' }, false],
    ['ERP.empresa.com.br:443', { host: '127.0.0.1', publicUrl: 'https://erp.empresa.com.br' }, false],
    ['outro.example', { host: '127.0.0.1', publicUrl: 'https://erp.empresa.com.br' }, true],
    ['outro.example', { host: '0.0.0.0', publicUrl: undefined }, false],
    ['10.0.0.7:3000', { host: '0.0.0.0', publicUrl: undefined }, false],
    ['localhost.malvado.example', { host: '::1', publicUrl: undefined }, true],
    ['', { host: '0.0.0.0', publicUrl: undefined }, true],
  ])('%s at %j', (host, names, isFault) => {
    expect(fault(host, names)).toBe(isFault)
  })
})
