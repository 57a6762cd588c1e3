import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GONE_S, ROAD_PATH, SIGN_S } from '../../core/agent'
import { Road } from './road'

/** A line that was cut without a word: the other end answers nothing any more, not even that the line is ended. */

const ACCEPT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
let server: Bun.TCPSocketListener
let roads: number

/** Takes a socket and says nothing on it; tells by HTTP that the key is good. */
function answer(request: string): string {
  const [, path] = request.split(' ', 2)
  if (path !== ROAD_PATH) return 'HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'
  roads++
  const key = /^Sec-WebSocket-Key: (.+)\r$/im.exec(request)?.[1] ?? ''
  const accepted = createHash('sha1')
    .update(key + ACCEPT)
    .digest('base64')
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`
}

beforeEach(() => {
  roads = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data: (socket, bytes) => {
        const text = bytes.toString()
        if (text.startsWith('GET ')) socket.write(answer(text))
      },
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  server.stop(true)
})

it('a line on which nothing is heard is ended at once, and the road opened again', async () => {
  const road = new Road({
    servidor: `http://127.0.0.1:${server.port}`,
    chave: 'agente_chave-de-teste-bem-comprida',
    scales: new Map(),
    queue: undefined,
    hello: () => ({ tipo: 'ola', programa: '1', sistema: '', maquina: '', balancas: [], impressoras: [] }),
    tell: () => undefined,
    revoked: () => undefined,
  })
  road.start()
  await expect.poll(() => roads).toBe(1)
  vi.advanceTimersByTime(GONE_S * 1_000)
  expect(roads).toBe(1)
  vi.advanceTimersByTime(SIGN_S * 1_000)
  await expect.poll(() => roads, { timeout: 5_000 }).toBe(2)
  road.stop()
})
