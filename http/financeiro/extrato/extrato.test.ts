import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { ofxFile, ofxFiles } from './ofx.fixture'

/** Files of banks as they are read in: once each, by whom they may, of the account that they are of. */

let server: TestServer
let account: number
beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  account = (await server.insert('banco', { empresa_id, descricao: 'Conta corrente', codigo: '341', conta: '1234-5' }))
    .id
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

const call: TestServer['admin'] = (...args) => server.admin(...args)
async function upload(text: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}, as = call) {
  const form = new FormData()
  form.append('file', new File([text], 'extrato.ofx'))
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return as('POST', '/api/financeiro/extrato_banco/upload_ofx', form)
}
const linesOf = async (banco_id: number) =>
  (
    await call(
      'GET',
      `/api/financeiro/extrato_banco?perPage=1000&orderBy=id&sortedBy=asc&where={"banco_id":${banco_id}}`,
    )
  ).body.data

const TWO = [
  ['2026-11-03', '1250.00', 'PIX RECEBIDO - JOSÉ DA CONCEIÇÃO', 'A1'],
  ['2026-11-04', '-89.90', 'TARIFA & MANUTENÇÃO', 'A2'],
] as const

describe('a statement', () => {
  it('is read in once, and says what the next file brings again', async () => {
    const { status, body } = await upload(ofxFile({ lines: TWO, conta: '12345' }))
    expect([status, body.contas]).toEqual([
      200,
      [expect.objectContaining({ banco_id: account, linhas: 2, novas: 2, conhecidas: 0, faltas: [] })],
    ])
    const more = await upload(
      ofxFile({ lines: [...TWO, ['2026-11-04', '-89.90', 'TARIFA & MANUTENÇÃO', 'A2']], conta: '12345' }),
    )
    expect(more.body.contas).toEqual([expect.objectContaining({ linhas: 3, novas: 1, conhecidas: 2 })])
    expect(
      (await linesOf(account)).map((one: { amount: number; memo: string; status: number }) => [
        one.amount,
        one.memo,
        one.status,
      ]),
    ).toEqual([
      [1250, 'PIX RECEBIDO - JOSÉ DA CONCEIÇÃO', 0],
      [-89.9, 'TARIFA & MANUTENÇÃO', 0],
      [-89.9, 'TARIFA & MANUTENÇÃO', 0],
    ])
  })

  it('is read in once when two send it at the same moment', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => ['2026-11-06', '10.00', `PIX ${at}`, `R${at}`] as const)
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(ofxFile({ lines, conta: '12345' }))))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    const fresh = answers.map(({ body }) => body.contas[0].novas)
    expect(fresh.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 300])
  })

  it('only tells what would come of it, when it is tried', async () => {
    const before = await linesOf(account)
    const { body } = await upload(ofxFile({ lines: [['2026-11-07', '1.00', 'X', 'T1']], conta: '12345' }), {
      simula: '1',
    })
    expect(body.contas[0]).toMatchObject({ novas: 1, extrato_arquivo_id: null })
    expect(await linesOf(account)).toHaveLength(before.length)
  })

  it('400 of another account than the one that was chosen, until somebody says so; its lines of balance wait for nobody', async () => {
    const other = (
      await server.insert('banco', {
        empresa_id: server.empresa_id,
        descricao: 'Poupança',
        codigo: '001',
        conta: '999-0',
      })
    ).id
    const file = ofxFile({
      lines: [
        ['2026-11-05', '300.00', 'SALDO DO DIA', 'B1'],
        ['2026-11-05', '0.00', 'AVISO', 'B2'],
      ],
      conta: '12345',
    })
    const asked = await upload(file, { banco_id: String(other) })
    expect([asked.status, asked.body.code]).toEqual([400, 'confirm'])
    expect(await linesOf(other)).toEqual([])
    await upload(file, { banco_id: String(other), confirma: '1' })
    expect(
      (await linesOf(other)).map((one: { status: number; xMotivoIgnorada: string }) => [
        one.status,
        one.xMotivoIgnorada,
      ]),
    ).toEqual([
      [5, 'Linha de saldo'],
      [5, 'Linha sem valor'],
    ])
  })

  it('of an account that is not registered goes into no other, though one has no numbers', async () => {
    const drawer = (await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Caixa' })).id
    const bradesco = { banco: '237', conta: '7788', lines: [['2026-11-12', '3.00', 'PIX', 'E1']] } as const
    const refused = await upload(ofxFile(bradesco))
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'no_account', message: 'Selecione a "Conta Caixa"' },
    ])
    expect(await linesOf(drawer)).toEqual([])
    // Of two in one file the chosen account takes its own alone.
    const own = { conta: '12345', lines: [['2026-11-12', '4.00', 'PIX', 'E2']] } as const
    const both = await upload(ofxFiles([own, bradesco]), { banco_id: String(account), confirma: '1' })
    expect([both.status, both.body.code]).toEqual([400, 'no_account'])
    const { id } = await server.insert('banco', {
      empresa_id: server.empresa_id,
      descricao: 'Bradesco',
      codigo: '237',
      conta: '7788-1',
    })
    const { body } = await upload(ofxFiles([own, bradesco]), { banco_id: String(account), confirma: '1' })
    expect(body.contas).toMatchObject([
      { banco_id: account, novas: 1 },
      { banco_id: id, novas: 1 },
    ])
    // A file that names no account is asked about where there are several.
    expect((await upload(ofxFile({ lines: TWO }))).body.code).toBe('no_account')
    expect((await upload(ofxFile({ lines: TWO }), { banco_id: String(drawer) })).body.contas).toMatchObject([
      { banco_id: drawer, novas: 2 },
    ])
  })

  it('400 in the words of the specification for what nobody can read, and what can be read of a bad file is', async () => {
    for (const text of ['', 'não é extrato', '<html><body>Sessão expirada</body></html>']) {
      const { status, body } = await upload(text)
      expect([status, body.code, body.message]).toEqual([
        400,
        'unreadable_statement',
        'Não foi possível carregar o arquivo: não é um extrato OFX nem CNAB 240.',
      ])
    }
    const broken = await upload(
      ofxFile({
        lines: [
          ['2026-02-31', '1.00', 'X', 'C1'],
          ['2026-11-08', '2.00', 'Y', 'C2'],
        ],
        conta: '12345',
      }),
    )
    expect(broken.body.contas[0]).toMatchObject({
      novas: 1,
      faltas: [{ n: 1, fitid: 'C1', motivo: 'A data 20260231 não existe.' }],
    })
  })

  it('403 without the right, and 404 for an account of another company', async () => {
    const clerk = await server.user({ permissions: ['show conciliacao_bancaria'] })
    expect((await upload(ofxFile({ lines: TWO }), {}, clerk)).status).toBe(403)
    const { id: empresa_id } = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra Ltda', UF: 'PR' })
    const outside = await server.insert('banco', { empresa_id, descricao: 'Alheia' })
    expect((await upload(ofxFile({ lines: TWO }), { banco_id: String(outside.id) })).status).toBe(404)
  })

  it('is taken back by its file: what nobody touched goes, and may come again', async () => {
    const file = ofxFile({
      lines: [
        ['2026-11-09', '5.00', 'A', 'D1'],
        ['2026-11-09', '6.00', 'B', 'D2'],
      ],
      conta: '12345',
    })
    const { extrato_arquivo_id } = (await upload(file)).body.contas[0]
    const mine = (await linesOf(account)).find(
      (one: { extrato_arquivo_id: number }) => one.extrato_arquivo_id === extrato_arquivo_id,
    )
    await call('POST', `/api/extrato_banco/${mine.id}/ignora`, { xJust: 'Não é nosso' })
    expect((await call('POST', `/api/extrato_arquivo/${extrato_arquivo_id}/desfaz`)).body).toEqual({
      removidas: 1,
      ficam: 1,
    })
    expect((await call('POST', `/api/extrato_arquivo/${extrato_arquivo_id}/desfaz`)).body.code).toBe('undone')
    expect((await upload(file)).body.contas[0]).toMatchObject({ novas: 1, conhecidas: 1 })
  })

  it('is taken back but for what somebody does with it at the same moment', async () => {
    const lines = Array.from({ length: 3 }, (_, at) => ['2026-11-13', `${at + 1}.10`, 'CREDITO', `G${at}`] as const)
    const { extrato_arquivo_id } = (await upload(ofxFile({ lines, conta: '12345' }))).body.contas[0]
    const first = (await linesOf(account)).find(
      (one: { extrato_arquivo_id: number }) => one.extrato_arquivo_id === extrato_arquivo_id,
    )
    // Another session ignores a line while the import is being taken back, and is first.
    const undone = await asOwner(server.url, (owner) =>
      owner.begin(async (tx) => {
        await tx`select 1 from extrato_banco where id = ${first.id} for update`
        const asked = call('POST', `/api/extrato_arquivo/${extrato_arquivo_id}/desfaz`)
        const isHeld = async () =>
          (await asOwner(server.url, (other) => other`select 1 from pg_locks where not granted`)).length > 0
        await expect.poll(isHeld, { timeout: 10_000 }).toBe(true)
        await tx`update extrato_banco set "dhIgnorada" = now(), "xMotivoIgnorada" = 'Teste' where id = ${first.id}`
        return { asked }
      }),
    )
    expect(await undone.asked).toMatchObject({ status: 200, body: { removidas: 2, ficam: 1 } })
    expect((await call('GET', `/api/extrato_banco/${first.id}`)).body.status).toBe(5)
  })

  it('stays as the bank said it: its lines are neither changed nor deleted, those by hand are', async () => {
    const [line] = await linesOf(account)
    expect((await call('PUT', `/api/extrato_banco/${line.id}`, { memo: 'Outro' })).body.code).toBe('from_file')
    expect((await call('DELETE', `/api/extrato_banco/${line.id}`)).body.code).toBe('from_file')
    const made = await call('POST', '/api/extrato_banco', {
      banco_id: account,
      dMovimento: '2026-11-10',
      amount: '7.00',
      memo: 'À mão',
    })
    expect(made.status).toBe(201)
    expect((await call('PUT', `/api/extrato_banco/${made.body.id}`, { memo: 'Outro' })).status).toBe(200)
    expect((await call('DELETE', `/api/extrato_banco/${made.body.id}`)).status).toBe(200)
  })
})
