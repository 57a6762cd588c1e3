import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BankApi, type BankWay, startBankApi } from '../../../fixtures/simulators/bank-api'
import { type BankSftp, type SftpWay, startBankSftp } from '../../../fixtures/simulators/bank-sftp'
import type { TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { call, draft, filesOf, ids, ok, openPaying, owes, REMITTANCE, remittance } from '../pagamentos/paying.fixture'
import { byApi, bySftp } from './ways.fixture'

/** Files of payments on their way to the bank: each is handed over once and whole, whatever becomes of the line, or a person is told. */

let server: TestServer
let sftp: BankSftp
let api: BankApi
const folder = mkdtempSync(join(tmpdir(), 'prumo-banco-'))

beforeAll(async () => {
  ;[sftp, api] = await Promise.all([startBankSftp(), startBankApi()])
  server = await openPaying({ allowPrivate: true, bankFolder: folder })
})
afterAll(async () => {
  await server.close()
  await Promise.all([sftp.stop(), api.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const NOTHING = {
  transmissao_via: null,
  transmissao_endereco: null,
  transmissao_pasta: null,
  transmissao_usuario: null,
  transmissao_senha: null,
  transmissao_chave: null,
  transmissao_impressao: null,
  transmissao_token_url: null,
}
const account = (more: object) => ok('PUT', `/api/banco/${ids.account}`, { ...NOTHING, ...more })
/** A remittance of one payment whose file was made and waits to go. */
async function made(): Promise<{ readonly id: number; readonly arquivo: string; readonly bytes: Buffer }> {
  const { id: conta } = await owes('100.00')
  const { id } = await draft([conta])
  await ok('POST', `${REMITTANCE}/${id}/aprova`, { confirma: true })
  const { arquivos } = await ok('POST', `${REMITTANCE}/${id}/enviaPagamentosBanco`)
  const [bytes] = await filesOf(id)
  return { id, arquivo: arquivos[0].arquivo, bytes: Buffer.from(bytes ?? []) }
}

const run = (query: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, query))
/** Whatever waits for its next try is due now; several times, as hours would go by. */
async function later(times = 3): Promise<void> {
  for (let n = 0; n < times; n++) {
    await run(
      sql`update troca set "dhProxima" = now() - interval '1 second' where "dhProxima" is not null and status <> 'respondida' returning id`,
    )
    await server.runJobs()
  }
}
const fileOf = async (id: number) => (await remittance(id)).arquivos[0]
const post = (id: number, verb: string, body: object = {}) => call('POST', `${REMITTANCE}/${id}/${verb}`, body)
const handed = (arquivo: string) => sftp.handed.filter((one) => one.name === arquivo).map((one) => one.bytes)
const tookBy = (nome: string) => api.taken.filter((one) => one.nome === nome).map((one) => one.bytes)

describe('a file by SFTP', () => {
  it('goes after its remittance is sent, to the byte, and is told as delivered', async () => {
    await account(bySftp(sftp))
    const { id, arquivo, bytes } = await made()
    expect(await fileOf(id)).toMatchObject({ entrega: 'na_fila' })
    await server.runJobs()
    expect(handed(arquivo)).toEqual([bytes])
    expect(await fileOf(id)).toMatchObject({ entrega: 'respondida', xEntrega: `${arquivo} na pasta` })
    const gone = await post(id, 'descarta', { naoEnviada: true, xMotivo: 'engano' })
    expect(gone).toMatchObject({ status: 400, body: { code: 'delivered' } })
    expect((await post(id, 'transmite')).body.message).toBe('O banco já tem este arquivo.')
  })

  it('goes by a private key as well, pasted into one line', async () => {
    await account({ ...bySftp(sftp), transmissao_senha: null, transmissao_chave: sftp.chave.replaceAll('\n', '') })
    const { arquivo, bytes } = await made()
    await server.runJobs()
    expect(handed(arquivo)).toEqual([bytes])
  })

  it.each<[SftpWay, number]>([
    ['cutInWrite', 0],
    ['cutBeforeRename', 0],
    ['cutAfterRename', 1],
    ['denied', 0],
  ])('is there once and whole when the line is treated so: %s', async (way, afterOne) => {
    await account(bySftp(sftp))
    const { id, arquivo, bytes } = await made()
    sftp.treat(way)
    await server.runJobs()
    expect(handed(arquivo)).toHaveLength(afterOne)
    expect(sftp.files.has(arquivo)).toBe(afterOne === 1)
    await later()
    expect(handed(arquivo)).toEqual([bytes])
    expect(await fileOf(id)).toMatchObject({ entrega: 'respondida' })
  })

  it('that the bank may have taken as the line broke waits for a person, and never goes twice', async () => {
    await account(bySftp(sftp))
    const { id, arquivo, bytes } = await made()
    sftp.treat('takenAndCut')
    await server.runJobs()
    await later(12)
    expect(handed(arquivo)).toEqual([bytes])
    expect(await fileOf(id)).toMatchObject({
      entrega: 'incerta',
      entrega_erro: `O arquivo ${arquivo} não está mais na pasta: o banco pode tê-lo levado. Confira com ele.`,
    })
    expect((await post(id, 'transmite')).status).toBe(200)
    await later()
    expect(handed(arquivo)).toHaveLength(1)
    expect((await post(id, 'jaEntregue', { xMotivo: 'O gerente confirmou' })).status).toBe(200)
    expect(await fileOf(id)).toMatchObject({ entrega: 'respondida', xEntrega: expect.stringContaining('gerente') })
  })

  it('does not knock twice with a wrong password; a person who mends it sends it', async () => {
    await account({ ...bySftp(sftp), transmissao_senha: 'outra' })
    const { id, arquivo, bytes } = await made()
    const before = sftp.refused()
    await server.runJobs()
    await later()
    expect(sftp.refused() - before).toBe(1)
    const message = 'O servidor recusou o usuário, a senha ou a chave.'
    expect(await fileOf(id)).toMatchObject({ entrega: 'falhou', entrega_erro: message })
    await account(bySftp(sftp))
    expect((await post(id, 'transmite')).body.message).toBe('O arquivo vai agora ao banco.')
    await server.runJobs()
    expect(handed(arquivo)).toEqual([bytes])
  })

  it('goes to no server but the bank’s: the key of another is told, and nothing leaves', async () => {
    const test = () => call('POST', `/api/banco/${ids.account}/testaTransmissao`)
    await account({ ...bySftp(sftp), transmissao_impressao: null })
    expect((await test()).body.message).toBe(
      `A chave do servidor é ${sftp.impressao}: confira-a com o banco e informe-a na conta caixa.`,
    )
    await account({ ...bySftp(sftp), transmissao_impressao: `SHA256:${'A'.repeat(43)}` })
    const { id, arquivo } = await made()
    await server.runJobs()
    await later()
    expect(handed(arquivo)).toEqual([])
    expect(await fileOf(id)).toMatchObject({ entrega: 'falhou', entrega_erro: expect.stringContaining('outra chave') })
    await account(bySftp(sftp))
    expect((await test()).body.message).toBe('A transmissão funciona: o banco responde.')
  })
})

describe('a folder that is not there', () => {
  it('is told when it is tried and at the file, which goes once the folder is right', async () => {
    const message = 'A pasta outra não existe no servidor, ou não aceita arquivos.'
    await account({ ...bySftp(sftp), transmissao_pasta: 'outra' })
    const test = await call('POST', `/api/banco/${ids.account}/testaTransmissao`)
    expect(test).toMatchObject({ status: 400, body: { message } })
    const { id, arquivo, bytes } = await made()
    await server.runJobs()
    expect(await fileOf(id)).toMatchObject({ entrega: 'na_fila', entrega_erro: message })
    await account(bySftp(sftp))
    await later()
    expect(handed(arquivo)).toEqual([bytes])
  })
})

describe('a file by the bank’s API', () => {
  it('goes under its key and is told with its protocol', async () => {
    await account(byApi(api))
    expect((await call('POST', `/api/banco/${ids.account}/testaTransmissao`)).status).toBe(200)
    const { id, arquivo, bytes } = await made()
    await server.runJobs()
    expect(tookBy(arquivo)).toEqual([bytes])
    expect((await fileOf(id)).xEntrega).toMatch(/^Protocolo P\d+$/)
  })

  it.each<BankWay>(['cut', 'failed', 'lost', 'busy', 'nonsense'])(
    'is taken once when it is treated so: %s',
    async (way) => {
      await account(byApi(api))
      const { id, arquivo, bytes } = await made()
      api.treat(way)
      await server.runJobs()
      await later()
      expect(tookBy(arquivo)).toEqual([bytes])
      expect(await fileOf(id)).toMatchObject({ entrega: 'respondida' })
    },
  )

  it('that is refused says why and is free to be discarded; a wrong secret is not tried again', async () => {
    await account(byApi(api))
    const { id } = await made()
    api.treat('refused')
    await server.runJobs()
    expect(await fileOf(id)).toMatchObject({
      entrega: 'falhou',
      entrega_erro: 'O banco recusou o arquivo: O convênio está suspenso.',
    })
    expect((await post(id, 'descarta', { naoEnviada: true, xMotivo: 'convênio suspenso' })).status).toBe(200)
    await account({ ...byApi(api), transmissao_senha: 'outra' })
    const other = await made()
    await server.runJobs()
    expect((await fileOf(other.id)).entrega_erro).toContain('client secret')
  })
})

describe('a file into a folder of the server', () => {
  const place = () => join(folder, String(server.empresa_id), 'itau', 'saida')

  it('is there whole, in the folder of its company', async () => {
    await account({ transmissao_via: 'pasta', transmissao_pasta: 'itau/saida' })
    const { arquivo, bytes } = await made()
    await server.runJobs()
    expect(readFileSync(join(place(), arquivo))).toEqual(bytes)
    expect(readdirSync(place()).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('goes over no other file', async () => {
    const { id, arquivo } = await made()
    writeFileSync(join(place(), arquivo), 'outro')
    await server.runJobs()
    expect(readFileSync(join(place(), arquivo), 'utf8')).toBe('outro')
    expect((await fileOf(id)).entrega_erro).toBe(`Já há um arquivo ${arquivo} na pasta, com outro conteúdo.`)
  })

  it.each(['../fora', '/etc', 'a/../../b', '.', ''])('is never led out of it: %s', async (transmissao_pasta) => {
    const answer = await call('PUT', `/api/banco/${ids.account}`, { transmissao_via: 'pasta', transmissao_pasta })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['transmissao_pasta'])
  })
})

describe('a file that nobody sends', () => {
  it('is discarded before it goes, and does not go', async () => {
    await account(bySftp(sftp))
    const { id, arquivo } = await made()
    expect((await post(id, 'descarta', { naoEnviada: true, xMotivo: 'data errada' })).status).toBe(200)
    await later()
    expect(handed(arquivo)).toEqual([])
  })

  it('is the person’s who downloads it, where the account says no way; asked to go it says what is missing', async () => {
    await account({})
    const { id } = await made()
    expect((await fileOf(id)).entrega).toBeNull()
    const answer = await post(id, 'transmite')
    expect(answer).toMatchObject({ status: 503, body: { code: 'integration_not_configured' } })
  })
})

describe('what an account says of it', () => {
  it('is changed by who manages remittances, its address is seen by who sets collection up, its secrets by nobody', async () => {
    await account(bySftp(sftp))
    const clerk = await server.user({ permissions: ['show conta_caixa', 'edit conta_caixa', 'edit remessa_retorno'] })
    const seen = await clerk('GET', `/api/banco/${ids.account}`)
    expect(seen.status).toBe(200)
    expect(Object.keys(seen.body).filter((name) => /endereco|usuario|senha$|chave$/.test(name))).toEqual([])
    const answer = await clerk('PUT', `/api/banco/${ids.account}`, { transmissao_via: null })
    expect(answer).toMatchObject({ status: 403 })
    const own = await ok('GET', `/api/banco/${ids.account}`)
    expect(own).toMatchObject({ transmissao_endereco: sftp.endereco, transmissao_senha_definida: true })
    expect(own.transmissao_senha).toBeUndefined()
  })

  it.each([
    [{ transmissao_via: 'sftp' }, ['transmissao_endereco', 'transmissao_senha', 'transmissao_usuario']],
    [
      { transmissao_via: 'api' },
      ['transmissao_endereco', 'transmissao_senha', 'transmissao_token_url', 'transmissao_usuario'],
    ],
    [{ transmissao_impressao: 'MD5:00:11' }, ['transmissao_impressao']],
    [
      { transmissao_via: 'sftp', transmissao_endereco: 'a b', transmissao_usuario: 'u', transmissao_senha: 's' },
      ['transmissao_endereco'],
    ],
  ])('is refused by field: %j', async (said, fields) => {
    await account({})
    const answer = await call('PUT', `/api/banco/${ids.account}`, said)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(fields)
  })
})
