import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DnsSimulator, startDns } from '../fixtures/simulators/dns'
import { mailDomainFinding } from './doctor-mail'

/** What a domain publishes so that its mails are believed: all of it, a part, nothing, and nobody who answers. */

let dns: DnsSimulator
beforeAll(async () => {
  dns = await startDns()
})
afterAll(() => dns.stop())

const SMTP = 'smtps://conta:senha@correio.prumo.example:465?from=notas@prumo.example'
const looked = (more: object = {}) => mailDomainFinding({ smtpUrl: SMTP, selector: 'prumo', dns: dns.address, ...more })
const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`
const ALL = new Map([
  ['prumo.example', ['outra coisa', 'v=spf1 include:correio.prumo.example -all']],
  ['_dmarc.prumo.example', ['v=DMARC1; p=quarantine']],
  ['prumo._domainkey.prumo.example', [KEY]],
])
const publish = (...more: readonly (readonly [string, readonly string[]])[]): void => {
  dns.texts.clear()
  for (const [name, texts] of [...ALL, ...more]) dns.texts.set(name, texts)
}

it('says that all is published, a key longer than one text too', async () => {
  publish()
  expect(await looked()).toMatchObject({ state: 'ok', detail: 'prumo.example: SPF, DKIM e DMARC publicados' })
})

it.each([
  ['no SPF', [['prumo.example', ['x']]], 'um registro SPF em prumo.example'],
  ['two of them, which receivers refuse', [['prumo.example', ['v=spf1 -all', 'v=spf1 ~all']]], 'um registro SPF'],
  ['no DMARC', [['_dmarc.prumo.example', []]], 'DMARC em _dmarc.prumo.example'],
  [
    'a key that was taken back',
    [['prumo._domainkey.prumo.example', ['v=DKIM1; p=']]],
    'a chave DKIM em prumo._domainkey',
  ],
] as const)('%s is missing', async (_, more, missing) => {
  publish(...more)
  const { state, detail, mend } = await looked()
  expect([state, detail, mend]).toEqual([
    'atenção',
    expect.stringContaining(`falta ${missing}`),
    expect.stringMatching(/DNS/),
  ])
})

it('asks for the selector where it is not told, and names all that an unknown domain lacks', async () => {
  publish()
  expect((await looked({ selector: undefined })).detail).toContain('PRUMO_DKIM')
  dns.texts.clear()
  expect((await looked()).detail).toMatch(/SPF.*DMARC.*DKIM/)
})

it('a name server that does not answer is told, and nothing waits for it', async () => {
  dns.silent = true
  expect(await looked()).toMatchObject({ state: 'atenção', detail: expect.stringContaining('não respondeu') })
  dns.silent = false
})

it.each(['smtp://localhost:25', 'smtp://127.0.0.1:25', 'smtp://correio.empresa.local', 'smtp://u@empresa.test'])(
  '%s is no domain of the internet: nobody is asked',
  async (smtpUrl) => {
    expect(await mailDomainFinding({ smtpUrl })).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('nada a conferir'),
    })
  },
)
