import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { checkedUrl, isPublic, RefusedAddress } from './address'
import { call, type Call } from './call'

const servers: ReturnType<typeof Bun.serve>[] = []
afterEach(() => Promise.all(servers.splice(0).map((one) => one.stop(true))))

function serve(fetch: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
  servers.push(server)
  return `http://127.0.0.1:${server.port}`
}

const ask = (url: string, more: Partial<Call> = {}) =>
  call({ url, method: 'GET', timeoutMs: 2_000, limit: 1_000, allowPrivate: true, ...more })

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
    '2001:db8::1',
    'nada',
  ])('%s is not public', (address) => expect(isPublic(address)).toBe(false))

  it.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '200.147.3.157', '2606:4700::1111', '2804:14d::1'])(
    '%s is public',
    (address) => expect(isPublic(address)).toBe(true),
  )

  it.each([
    'http://localhost/x',
    'http://LOCALHOST.:80',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://db.internal/',
    'http://a.localhost/',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'ftp://a.example/',
    'gopher://a.example',
    'javascript:1',
    'https://eu:senha@a.example',
    'https://',
    'nada',
  ])('refuses %s before asking anyone', (url) => {
    expect(() => checkedUrl(url, { allowPrivate: false })).toThrow(RefusedAddress)
  })

  it('no spelling of an IPv4 address of a private network gets through', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.constantFrom(10, 127), octet, octet, octet, (a, b, c, d) => {
        const number = ((a * 256 + b) * 256 + c) * 256 + d
        const spellings = [
          `${a}.${b}.${c}.${d}`,
          String(number),
          `0x${number.toString(16)}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `[::ffff:${a}.${b}.${c}.${d}]`,
        ]
        for (const host of spellings)
          expect(() => checkedUrl(`http://${host}/`, { allowPrivate: false }), host).toThrow(RefusedAddress)
      }),
    )
  })
})

describe('a call', () => {
  it('sends what it is given and answers status, text and headers', async () => {
    const url = serve(
      async (request) =>
        new Response(`${request.method} ${request.headers.get('x-a')} ${await request.text()}`, { status: 201 }),
    )
    const answer = await ask(`${url}/p`, {
      method: 'POST',
      headers: { 'x-a': 'b' },
      body: '{"á":1}',
    })
    expect(answer).toMatchObject({ status: 201, text: 'POST b {"á":1}' })
  })

  it('goes nowhere when the name means an internal address, whichever of its addresses that is', async () => {
    let reached = 0
    const url = serve(() => new Response(String(reached++)))
    const { port } = new URL(url)
    const resolve = (...addresses: string[]) => ({
      allowPrivate: false,
      resolve: ((_, found) =>
        found(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )) satisfies NonNullable<Call['resolve']>,
    })
    await expect(ask(`http://loja.example:${port}/`, resolve('127.0.0.1'))).rejects.toThrow('rede interna')
    await expect(ask(`http://loja.example:${port}/`, resolve('8.8.8.8', '127.0.0.1'))).rejects.toThrow('rede interna')
    expect(reached).toBe(0)
  })

  it('connects to the address that was looked at, under the name that was given', async () => {
    const url = serve((request) => new Response(request.headers.get('host') ?? ''))
    const { port } = new URL(url)
    const answer = await ask(`http://localhost:${port}/`)
    expect(answer.text).toBe(`localhost:${port}`)
  })

  it('follows no redirect', async () => {
    let reached = false
    const target = serve(() => {
      reached = true
      return new Response('interno')
    })
    const url = serve(() => Response.redirect(target, 307))
    expect((await ask(url, { method: 'POST', body: '{}' })).status).toBe(307)
    expect(reached).toBe(false)
  })

  it('says what failed: silence, a cut, refusal, too much, no such name', async () => {
    const silent = serve(() => new Promise<Response>((done) => setTimeout(() => done(new Response('')), 1_500)))
    await expect(ask(silent, { timeoutMs: 100 })).rejects.toThrow('Não respondeu em 1 s.')
    const slow = serve(
      () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('meio')) })),
    )
    await expect(ask(slow, { timeoutMs: 100 })).rejects.toThrow('Não respondeu em 1 s.')
    const long = serve(() => new Response('x'.repeat(5_000)))
    await expect(ask(long)).rejects.toThrow('longa demais')
    expect((await ask(long, { cut: true })).text).toHaveLength(1_000)
    await expect(ask('http://127.0.0.1:9/')).rejects.toThrow('recusou a conexão')
    await expect(ask('http://nao-existe.invalid/')).rejects.toThrow('não foi encontrado')
  })
})
