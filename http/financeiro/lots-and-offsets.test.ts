import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { type SmtpSimulator, startSmtp } from '../../fixtures/simulators/smtp'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'

/** Receivables that come in a file, go out as a list or by e-mail, and offsets as rows. */

let server: TestServer
let smtp: SmtpSimulator
let ids: { customer: number; supplier: number }
beforeAll(async () => {
  smtp = await startSmtp()
  server = await testServer({ smtpUrl: smtp.url, publicUrl: 'https://prumo.example', allowPrivate: true })
  ids = {
    customer: (await server.insert('cliente', { xNome: 'Maria Exemplo', CNPJ_CPF: '52998224725' })).id,
    supplier: (await server.insert('fornecedor', { xNome: 'Maria Fornece', CNPJ_CPF: '52998224725' })).id,
  }
})
afterAll(async () => {
  await server.close()
  await smtp.stop()
})
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

async function ok(method: string, path: string, body?: object) {
  const answer = await server.admin(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const DAYS = { dEmissao: '2026-11-01', dVencimento: '2026-12-10' }
const owes = (vConta: string, more: object = {}) =>
  ok('POST', '/api/contas_receber', { cliente_id: ids.customer, vConta, ...DAYS, ...more })
const owed = (vConta: string, more: object = {}) =>
  ok('POST', '/api/contas_pagar', { fornecedor_id: ids.supplier, vConta, ...DAYS, ...more })

const FILE = `cliente;numero;parcela;vencimento;valor
Maria Exemplo;DUP-1;1;10/12/2026;1.234,56
529.982.247-25;DUP-1;2;10/01/2027;100,00
Ninguém;DUP-2;1;10/12/2026;50,00
Maria Exemplo;DUP-3;1;amanhã cedo;50,00
`
function upload(text: string) {
  const form = new FormData()
  form.append('file', new File([text], 'contas.csv', { type: 'text/csv' }))
  return server.admin('POST', '/api/financeiro/contas_receber/importar', form)
}

describe('receivables of a file', () => {
  it('are shown with what is wrong, made once, as imported titles with a ledger, and not twice', async () => {
    const { status, body } = await upload(FILE)
    expect(status, JSON.stringify(body)).toBe(200)
    const { lote_list, dados_importacao } = body
    expect(lote_list).toMatchObject([
      { linha: 2, cliente_id: ids.customer, xNome: 'Maria Exemplo', numero: 'DUP-1', vDup: '1234.56', erros: [] },
      { linha: 3, cliente_id: ids.customer, parcela: 2, dVencimento: '2027-01-10', erros: [] },
      { linha: 4, erros: [expect.stringContaining('Ninguém')] },
      { linha: 5, erros: [expect.any(String)] },
    ])
    expect((await ok('GET', '/api/contas_receber?search=numero:DUP')).total).toBe(0)
    const lot = { lote_list: lote_list.slice(0, 2), dados_importacao: { hash: dados_importacao.hash } }
    const made = await ok('POST', '/api/financeiro/contas_receber/1/geraContasLote', lot)
    expect(made).toMatchObject({ contas: 2, lote_id: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await ok('GET', `/api/contas_receber/${made.ids[0]}`)).toMatchObject({
      tpConta: 3,
      vSaldo: 1234.56,
      lote_id: made.lote_id,
      movimentos: [{ evento: 'abertura', valor: 1234.56 }],
    })
    const again = await server.admin('POST', '/api/financeiro/contas_receber/geraContasLote', lot)
    expect(again).toMatchObject({ status: 400, body: { code: 'repeated' } })
    const shown = (await upload(`${FILE}\n`)).body.lote_list
    expect(shown[0].erros).toEqual([`A conta DUP-1/1 deste cliente já existe: nº ${made.ids[0]}.`])
    const other = await server.admin('POST', '/api/financeiro/contas_receber/geraContasLote', {
      lote_list: lot.lote_list,
    })
    expect(other).toMatchObject({
      status: 422,
      body: { errors: { 'lote_list.0.numero': [`A conta DUP-1/1 deste cliente já existe: nº ${made.ids[0]}.`] } },
    })
  })

  it('that were left out of a file come with the same file later, and what was made is told row by row', async () => {
    const text =
      'cliente;numero;vencimento;valor\nMaria Exemplo;FORA-1;10/12/2026;11,00\nMaria Exemplo;FORA-2;10/12/2026;12,00\n'
    const make = async (at: number) => {
      const { lote_list, dados_importacao } = (await upload(text)).body
      return [
        lote_list.map((one: { erros: string[] }) => one.erros),
        await ok('POST', '/api/financeiro/contas_receber/geraContasLote', {
          lote_list: [lote_list[at]],
          dados_importacao,
        }),
      ]
    }
    const [, first] = await make(0)
    const [told, second] = await make(1)
    expect(told).toEqual([[`A conta FORA-1/1 deste cliente já existe: nº ${first.ids[0]}.`], []])
    expect([first.contas, second.contas, first.lote_id === second.lote_id]).toEqual([1, 1, false])
  })

  it('bring the company’s own fields, told as people read them and kept as their form keeps them', async () => {
    for (const [key, type] of Object.entries({ caucao: 'money', obra: 'text' }))
      await ok('POST', '/api/sis/custom_field', { alias: 'contas_receber', key, type, label: `Campo ${key}` })
    const rows = ['PRO-1;10/12/2026;11,00;1.500,5;Sul', 'PRO-2;10/12/2026;11,00;muito;'].map(
      (row) => `Maria Exemplo;${row}`,
    )
    const { body } = await upload(['cliente;numero;vencimento;valor;Campo caucao;obra', ...rows, ''].join('\n'))
    const extra = { caucao: 1500.5, obra: 'Sul' }
    const [good, wrong] = body.lote_list
    expect(good).toMatchObject({ erros: [], extra, textos: { caucao: 'R$ 1.500,50' } })
    expect(wrong.erros).toEqual([expect.stringContaining('muito')])
    const path = '/api/financeiro/contas_receber/geraContasLote'
    const { ids: made } = await ok('POST', path, { lote_list: [good] })
    expect((await ok('GET', `/api/contas_receber/${made[0]}`)).extra).toEqual(extra)
    const refused = await server.admin('POST', path, { lote_list: [{ ...good, numero: 'PRO-3', extra: { nada: 1 } }] })
    expect(refused.body.errors).toEqual({ 'lote_list.0.extra.nada': ['Campo desconhecido: nada.'] })
  })

  it('are all made or none, and one of them by 20 who send the same at once', async () => {
    const one = { cliente_id: ids.customer, numero: 'UM', dVencimento: '2026-12-10', vConta: '10' }
    const refused = await server.admin('POST', '/api/financeiro/contas_receber/geraContasLote', {
      lote_list: [one, { ...one, numero: 'DOIS', vConta: '0' }],
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { 'lote_list.1.vDup': ['Informe um valor maior que zero.'] } },
    })
    expect((await ok('GET', '/api/contas_receber?search=numero:UM')).total).toBe(0)
    const twice = await server.admin('POST', '/api/financeiro/contas_receber/geraContasLote', { lote_list: [one, one] })
    expect(twice.body.message).toBe('A conta UM/1 está duas vezes na lista.')
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.admin('POST', '/api/financeiro/contas_receber/geraContasLote', { lote_list: [one] }),
      ),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('that have no number, or are twice in a file, are told before anything is made', async () => {
    const rows = ['Maria Exemplo;;05/03/2027;70,00', 'Maria Exemplo;NUM-7;05/03/2027;70,00']
    const head = 'cliente;numero;vencimento;valor\n'
    const shown = async (lines: readonly string[]) => {
      const { body } = await upload(`${head}${lines.join('\n')}\n`)
      return body.lote_list.map((one: { erros: string[]; avisos: string[] }) => [one.erros, one.avisos])
    }
    const first = await upload(`${head}${rows.join('\n')}\n`)
    const made = await ok('POST', '/api/financeiro/contas_receber/geraContasLote', first.body)
    // The same, corrected: another file.
    const what = 'R$ 70,00 com vencimento em 05/03/2027'
    expect(await shown([...rows, 'Maria Exemplo;;06/03/2027;70,00', 'Maria Exemplo;;06/03/2027;70,00'])).toEqual([
      [[], [`Sem número, e este cliente já tem a conta nº ${made.ids[0]}, de ${what}: confira se é outra.`]],
      [[`A conta NUM-7/1 deste cliente já existe: nº ${made.ids[1]}.`], []],
      [[], []],
      [[], [`Sem número, e ${what.replace('05/', '06/')} deste cliente já está na lista: confira se é outra.`]],
    ])
    expect(await shown(Array.from({ length: 2 }, () => 'Maria Exemplo;NUM-8;05/03/2027;70,00'))).toEqual([
      [[], []],
      [['A conta NUM-8/1 está duas vezes na lista.'], []],
    ])
  })

  it('422 for a value that is none of money: nothing is rounded', async () => {
    const at = { cliente_id: ids.customer, dVencimento: '2026-12-10' }
    for (const [given, message] of [
      ['0.001', 'Use no máximo 2 casas decimais.'],
      ['10.005', 'Use no máximo 2 casas decimais.'],
      ['-1', 'Informe um valor maior que zero.'],
    ] as const) {
      const lot = { lote_list: [{ ...at, numero: 'VALE', vConta: given }] }
      expect(await server.admin('POST', '/api/financeiro/contas_receber/geraContasLote', lot)).toMatchObject({
        status: 422,
        body: { errors: { 'lote_list.0.vDup': [message] } },
      })
    }
  })

  it('403 without the right of importing, 400 for what is no table', async () => {
    const clerk = await server.user({ permissions: ['show contas_receber', 'store contas_receber'] })
    const lot = { lote_list: [{ cliente_id: ids.customer, dVencimento: '2026-12-10', vConta: '10' }] }
    expect((await clerk('POST', '/api/financeiro/contas_receber/geraContasLote', lot)).status).toBe(403)
    const importer = await server.user({ permissions: ['importar contas_receber'] })
    expect((await importer('POST', '/api/financeiro/contas_receber/geraContasLote', lot)).status).toBe(200)
    expect((await upload('a;b\n1;2\n')).body.message).toBe('Não foi possível importar, verifique os dados.')
    expect((await upload('')).status).toBe(400)
  })
})

it('a list for another program is of a period, and nets what customers have to spend', async () => {
  const { id: cliente_id } = await server.insert('cliente', { xNome: 'José Exemplo' })
  const at = { cliente_id, dVencimento: '2027-03-10', dCompetencia: '2026-11-15' }
  const one = await owes('100.00', { ...at, descricao: 'Mensalidade de março' })
  await owes('30.00', { ...at, tpConta: 11 })
  const period = { dIni: '2027-03-01', dFim: '2027-03-31', tpConta: 1 }
  const list = (more: object = {}) =>
    ok('POST', '/api/financeiro/contas_receber/1/getIntegracaoList', { ...period, ...more })
  expect(await list()).toMatchObject([{ id: one.id, vConta: 100, vSaldo: 100, xNome: 'José Exemplo' }])
  expect(await list({ compensar_saldo: 1 })).toMatchObject([{ id: one.id, vCompensado: 30, vSaldo: 70 }])
  expect(await list({ descricao: 'MARCO', dCompetencia: '2026-11-01' })).toHaveLength(1)
  expect(await list({ descricao: 'abril' })).toEqual([])
  expect(await list({ tpIntegracao: 2 })).toEqual([])
  const wrong = await server.admin('POST', '/api/contas_receber/getIntegracaoList', { ...period, dFim: '2027-02-01' })
  expect(wrong.body.code).toBe('invalid_date')
})

it('a receivable goes by e-mail as a PDF; to nobody it says so, and what is not owed is not sent', async () => {
  const { id } = await owes('80.00', { numero: 'MAIL-1' })
  const send = (email: string) => server.admin('POST', `/api/financeiro/contas_receber/${id}/sendMail`, { email })
  for (const wrong of ['', 'maria', 'maria@teste.example; x'])
    expect(await send(wrong)).toMatchObject({ status: 422, body: { errors: { email: ['Digite um e-mail válido.'] } } })
  expect((await send('maria@teste.example')).body).toEqual({ message: 'Email colocado na fila de envio' })
  await server.runJobs()
  await smtp.arrived(1)
  const [mail] = smtp.mails
  expect(mail).toMatchObject({
    faults: [],
    to: ['maria@teste.example'],
    subject: expect.stringContaining('Conta MAIL-1'),
  })
  expect(mail?.text).toContain('a conta MAIL-1, de R$ 80,00, com vencimento em 10/12/2026.')
  expect(mail?.files.map((one) => [one.name, one.bytes.subarray(0, 5).toString()])).toEqual([
    [`conta-${id}.pdf`, '%PDF-'],
  ])
  await ok('POST', `/api/contas_receber/${id}/cancela`)
  expect((await send('maria@teste.example')).body.code).toBe('settled')
})

describe('offsets as rows', () => {
  it('are made, seen from both titles, refused in the specification’s words, and reversed by being deleted', async () => {
    const [receivable, payable] = [await owes('100.00'), await owed('60.00')]
    const path = '/api/financeiro/contas_pagar_compensacao'
    const refused = async (body: object) => (await server.admin('POST', path, body)).body.message
    expect(await refused({})).toBe('Selecione uma conta.')
    expect(await refused({ conta_pagar_id: payable.id })).toBe('Selecione uma conta.')
    const both = { conta_pagar_id: payable.id, conta_receber_id: receivable.id }
    expect(await refused({ ...both, vComp: 0 })).toBe('Saldo a compensar igual a zero.')
    expect(await refused({ ...both, vComp: 61 })).toBe('O valor a compensar está maior que o saldo da conta.')
    expect(await refused({ bulkData: [] })).toBe('Nenhum registro selecionado')
    const made = await ok('POST', path, { ...both, vComp: 45.5 })
    expect(made).toMatchObject({ ...both, vComp: 45.5 })
    expect(await ok('GET', `/api/contas_receber/${receivable.id}`)).toMatchObject({
      vSaldo: 54.5,
      compensacoes: [{ vComp: 45.5 }],
    })
    const seen = `/api/contas_receber_compensacao?where=${JSON.stringify({ conta_receber_id: receivable.id })}`
    expect((await ok('GET', seen)).data).toMatchObject([{ conta_pagar_id: payable.id, vComp: 45.5 }])
    const changed = await server.admin('PUT', `${path}/${made.id}`, { vComp: 1, versao: made.versao })
    expect(changed.body.message).toBe('Uma compensação não muda: exclua esta e faça outra.')
    await ok('DELETE', `${path}/${made.id}`)
    expect(await ok('GET', `/api/contas_pagar/${payable.id}`)).toMatchObject({ vSaldo: 60, status: 0 })
    expect((await ok('GET', seen)).total).toBe(0)
  })

  it('of many are all made or none; negative ones consolidate into a title of that kind', async () => {
    const whole = await owes('0', { tpConta: 5 })
    const parts = [await owes('10.00'), await owes('20.00')]
    const path = '/api/financeiro/contas_receber_compensacao'
    const rows = parts.map(({ id }, at) => ({
      conta_receber_id: id,
      compensacao_id: whole.id,
      vComp: at === 0 ? -10 : -21,
    }))
    expect((await server.admin('POST', path, { bulkData: rows })).body.code).toBe('over_balance')
    expect(await ok('GET', `/api/contas_receber/${parts[0].id}`)).toMatchObject({ vSaldo: 10 })
    await ok('POST', path, { bulkData: rows.map((row, at) => ({ ...row, vComp: at === 0 ? -10 : -20 })) })
    expect(await ok('GET', `/api/contas_receber/${whole.id}`)).toMatchObject({ vSaldo: 30, vDup: 0 })
    expect(await ok('GET', `/api/contas_receber/${parts[1].id}`)).toMatchObject({
      status: 4,
      compensacoes: [{ vComp: -20 }],
    })
    const plain = await owes('5.00')
    const into = { conta_receber_id: plain.id, compensacao_id: parts[0].id, vComp: -5 }
    expect((await server.admin('POST', path, into)).body.code).toBe('not_consolidated')
  })

  it('of many are read as one is: numbers in digits, and 422 at the row for what is none', async () => {
    const [receivable, payable] = [await owes('10.00'), await owed('10.00')]
    const path = '/api/financeiro/contas_receber_compensacao'
    const row = { conta_receber_id: String(receivable.id), conta_pagar_id: String(payable.id), vComp: '4.00' }
    for (const wrong of ['x', '1.005'])
      expect(await server.admin('POST', path, { bulkData: [row, { ...row, vComp: wrong }] })).toMatchObject({
        status: 422,
        body: { errors: { 'bulkData.1.vComp': [expect.any(String)] } },
      })
    await ok('POST', path, { bulkData: [row, { ...row, vComp: '6.00' }] })
    expect(await ok('GET', `/api/contas_receber/${receivable.id}`)).toMatchObject({ vSaldo: 0 })
  })

  it('tell what was paid by credit too, the oldest credit first', async () => {
    const { id: cliente_id } = await server.insert('cliente', { xNome: 'Tem crédito' })
    const [one, two] = [
      await owes('30.00', { cliente_id, tpConta: 11 }),
      await owes('5.00', { cliente_id, tpConta: 11 }),
    ]
    const debt = await owes('32.00', { cliente_id })
    const { lancamento_id } = await ok('POST', `/api/contas_receber/${debt.id}/baixaCredito`, {})
    const seen = async () => {
      const where = JSON.stringify({ conta_receber_id: debt.id })
      const { data } = await ok('GET', `/api/contas_receber_compensacao?where=${where}&orderBy=id&sortedBy=asc`)
      return data.map((row: Record<string, unknown>) => [row.compensacao_id, row.vComp])
    }
    expect(await seen()).toEqual([
      [one.id, 30],
      [two.id, 2],
    ])
    await ok('POST', '/api/contas_receber/estorna', { id: debt.id, lancamento_id })
    expect(await seen()).toEqual([])
    expect(await ok('GET', `/api/contas_receber/${two.id}`)).toMatchObject({ vSaldo: -5 })
  })

  it('of one fact go together, whichever is deleted, and several of them in one call', async () => {
    const { id: cliente_id } = await server.insert('cliente', { xNome: 'Tem dois créditos' })
    const credits = [await owes('30.00', { cliente_id, tpConta: 11 }), await owes('5.00', { cliente_id, tpConta: 11 })]
    const debt = await owes('32.00', { cliente_id })
    const path = '/api/financeiro/contas_receber_compensacao'
    for (const many of [false, true]) {
      await ok('POST', `/api/contas_receber/${debt.id}/baixaCredito`, {})
      const { data } = await ok('GET', `${path}?where=${JSON.stringify({ conta_receber_id: debt.id })}`)
      const ids = data.map((one: { id: number }) => one.id)
      expect(ids).toHaveLength(2)
      await (many ? ok('DELETE', path, { ids }) : ok('DELETE', `${path}/${ids[1]}`))
      expect(await ok('GET', `/api/contas_receber/${debt.id}`)).toMatchObject({ vSaldo: 32, compensacoes: [] })
      expect(await ok('GET', `/api/contas_receber/${credits[1].id}`)).toMatchObject({ vSaldo: -5 })
    }
    const [receivable, payable] = [await owes('10.00'), await owed('10.00')]
    const made = await ok('POST', path, { conta_receber_id: receivable.id, conta_pagar_id: payable.id })
    await ok('DELETE', `${path}/${made.id}`)
    const left = await asOwner(
      server.url,
      (
        owner,
      ) => owner`select 1 from contas_receber_compensacao r where conta_receber_id in (${debt.id}, ${receivable.id})
        union all select 1 from contas_pagar_compensacao where conta_pagar_id = ${payable.id}`,
    )
    expect(left).toEqual([])
  })

  it('400 moved: what went over to a consolidated title that is paid does not come back, and no balance turns', async () => {
    const [part, whole] = [await owes('100.00'), await owes('0', { tpConta: 5 })]
    const own = await owes('150.00')
    const path = '/api/financeiro/contas_receber_compensacao'
    const into = (id: number, vComp: number) =>
      ok('POST', path, { conta_receber_id: id, compensacao_id: whole.id, vComp })
    await into(own.id, -150)
    const { id } = await into(part.id, -100)
    const bank = await ok('POST', '/api/financeiro/banco', { descricao: 'Banco da consolidada' })
    const paid = await ok('POST', `/api/contas_receber/${whole.id}/baixa`, { banco_id: bank.id })
    const message = `A conta a receber nº ${whole.id} já teve movimento: desfaça-o antes.`
    expect(await server.admin('DELETE', `${path}/${id}`)).toMatchObject({
      status: 400,
      body: { code: 'moved', message },
    })
    const undone = await server.admin('POST', '/api/contas_receber/estorna', { id: part.id })
    expect(undone).toMatchObject({ status: 400, body: { code: 'moved', message } })
    expect(await ok('GET', `/api/contas_receber/${whole.id}`)).toMatchObject({ vSaldo: 0, vPago: 250 })
    await ok('POST', '/api/contas_receber/estorna', { id: whole.id, lancamento_id: paid.lancamento_id })
    await ok('DELETE', `${path}/${id}`)
    expect(await ok('GET', `/api/contas_receber/${part.id}`)).toMatchObject({ vSaldo: 100 })
  })

  it('400 moved: interest of a payment does not go where an offset took it', async () => {
    const [receivable, payable] = [await owes('100.00'), await owed('105.00')]
    const bank = await ok('POST', '/api/financeiro/banco', { descricao: 'Banco dos juros' })
    const paid = await ok('POST', `/api/contas_receber/${receivable.id}/baixa`, {
      banco_id: bank.id,
      vJuros: '10',
      vPago: '5',
    })
    await ok('POST', '/api/contas_receber/compensa', { id: receivable.id, conta_pagar_id: payable.id })
    const undone = await server.admin('POST', '/api/contas_receber/estorna', {
      id: receivable.id,
      lancamento_id: paid.lancamento_id,
    })
    expect(undone).toMatchObject({ status: 400, body: { code: 'moved' } })
  })

  it('403 for who may open titles and not change them', async () => {
    const [receivable, payable] = [await owes('10.00'), await owed('10.00')]
    const clerk = await server.user({
      permissions: ['show contas_receber', 'store contas_receber', 'show contas_pagar', 'edit contas_pagar'],
    })
    const both = { conta_receber_id: receivable.id, conta_pagar_id: payable.id }
    expect((await clerk('POST', '/api/financeiro/contas_receber_compensacao', both)).status).toBe(403)
    const whole = await owes('0', { tpConta: 5 })
    const into = { conta_receber_id: receivable.id, compensacao_id: whole.id, vComp: -10 }
    expect((await clerk('POST', '/api/financeiro/contas_receber_compensacao', into)).status).toBe(403)
    expect(await ok('GET', `/api/contas_receber/${receivable.id}`)).toMatchObject({ vSaldo: 10 })
  })
})

it('a generic table asks for both of its texts', async () => {
  const refused = await server.admin('POST', '/api/misc/tables', {})
  expect(refused.body.errors).toEqual({ title: ['Preencha este campo.'], content: ['Preencha este campo.'] })
  const made = await ok('POST', '/api/misc/tables', { title: 'Turnos', content: 'Manhã; tarde' })
  expect((await ok('GET', '/api/tables?search=turnos')).data).toMatchObject([{ id: made.id, content: 'Manhã; tarde' }])
})
