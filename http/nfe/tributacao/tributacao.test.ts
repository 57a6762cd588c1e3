import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
const api: TestServer['admin'] = (...call) => server.admin(...call)
const rule = (body: object) => api('POST', '/api/nfe/tributacao', { descricao: 'Regra', ...body })
const faults = async (body: object) => {
  const { status, body: answer } = await rule(body)
  return [status, answer.errors]
}

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

describe('a tax rule', () => {
  it('begins with what is usual: operation value, margin, no IPI', async () => {
    expect((await rule({})).body).toMatchObject({
      modBC: '3',
      modBCST: '4',
      cstIPI: null,
      cEnq: '999',
      fcpst_subtrai_proprio: true,
      exclui_icms_pis_cofins: true,
      mva_list: [],
    })
  })

  it('keeps margins by state with it, one of each', async () => {
    const mva_list = [
      { UFDest: 'SP', pMVAST: 40, pICMSST: 18 },
      { UFDest: 'rj', pMVAST: 50, pICMSST: 20, pFCP: 2 },
    ]
    const { body } = await rule({ mva_list })
    expect(body.mva_list).toMatchObject([{ UFDest: 'SP' }, { UFDest: 'RJ', pMVAST: 50, pFCP: 2 }])
    const twice = await rule({ mva_list: [{ UFDest: 'SP' }, { UFDest: 'SP' }] })
    expect([twice.status, twice.body.errors]).toEqual([409, { 'mva_list.1.UFDest': ['Já está na lista.'] }])
  })

  it('422 for a code that is none, a CSOSN of another regime, a validity that ends before it begins', async () => {
    expect(await faults({ taxCode: '77' })).toEqual([422, { taxCode: ["CST ou CSOSN desconhecido: '77'."] }])
    expect(await faults({ CRT: 3, taxCode: '102' })).toEqual([
      422,
      { taxCode: ['Este é um CSOSN, do Simples Nacional: para este regime informe um CST.'] },
    ])
    expect((await faults({ CRT: 1, taxCode: '00' }))[0]).toBe(422)
    expect((await faults({ CRT: 1, taxCode: '102' }))[0]).toBe(201)
    expect(await faults({ dInicio: '2026-02-01', dFim: '2026-01-31' })).toEqual([
      422,
      { dFim: ['A validade termina antes de começar.'] },
    ])
    expect(await faults({ NCM: '2' })).toEqual([422, { NCM: ['NCM inválido: informe de 2 a 8 dígitos.'] }])
    expect(await faults({ modBC: '8', cstIPI: '5', cBenef: 'PR12' })).toEqual([
      422,
      {
        modBC: [expect.stringContaining('Opção inválida')],
        cstIPI: ['Informe os 2 dígitos do código.'],
        cBenef: ['Informe os 8 ou 10 caracteres do código do benefício, ou SEM CBENEF.'],
      },
    ])
  })

  it('takes the first digits of an NCM', async () => {
    expect((await rule({ NCM: '22.02' })).body.NCM).toBe('2202')
  })
})

describe('what issuing asks of registers', () => {
  it('keeps the CFOP of each case with its operation, one of each, for all as well', async () => {
    const line = { origem: 2, st: 0, destino: 1, CFOP: '5.102' }
    const operation = (cfop_list: readonly object[]) =>
      api('POST', '/api/tipo_entrada_saida', { descricao: 'Venda', natOp: 'Venda de mercadoria', finNFe: 6, cfop_list })
    const { body } = await operation([line, { ...line, contribuinte: 0, CFOP: '5108' }])
    expect(body.cfop_list).toMatchObject([{ CFOP: '5102', contribuinte: null }, { CFOP: '5108' }])
    const twice = await operation([line, line])
    expect([twice.status, twice.body.message]).toEqual([409, 'Há duas linhas de CFOP para o mesmo caso.'])
    const one = { ...line, contribuinte: 1 }
    expect((await operation([one, one])).status).toBe(409)
    expect((await operation([{ ...line, CFOP: '9102' }])).body.errors).toEqual({
      'cfop_list.0.CFOP': ['CFOP inválido: informe os 4 dígitos do código.'],
    })
  })

  it('422 for a SUFRAMA, a CNAE and an accountant that are none', async () => {
    const customer = await api('POST', '/api/cliente', { xNome: 'Cliente', indIEDest: 3, ISUF: '12' })
    expect(customer.body.errors).toEqual({
      indIEDest: [expect.stringContaining('Opção inválida')],
      ISUF: ['Informe os 8 ou 9 dígitos da inscrição na SUFRAMA.'],
    })
    const company = { xNome: 'Empresa', CNAE: '4711', autXML: '123' }
    expect(Object.keys((await api('POST', '/api/empresa', company)).body.errors)).toEqual(['CNAE', 'autXML'])
    const taken = await api('POST', '/api/cliente', { xNome: 'Cliente', indIEDest: 9, ISUF: '210012345' })
    expect(taken.body).toMatchObject({ indIEDest: 9, ISUF: '210012345' })
  })
})

describe('aplicarNcm', () => {
  const product = async (NCM: string | null, more: object = {}) =>
    (await api('POST', '/api/mercadoria', { xProd: `Produto ${NCM}`, NCM, ...more })).body
  const apply = (id: number, ncm: unknown) => api('POST', `/api/nfe/tributacao/${id}/aplicarNcm`, { ncm })

  it('gives the rule to all goods of the codes, with or without dots, whatever they had, and says so in their history', async () => {
    const [{ body: old }, { body: made }] = [await rule({ descricao: 'Velha' }), await rule({ descricao: 'Nova' })]
    const goods = [
      await product('22011000'),
      await product('22011000', { tributacao_id: old.id, ativo: false }),
      await product('22021000', { tributacao_id: made.id }),
    ]
    const other = await product('22030000')
    const answer = await apply(made.id, ['2201.10.00', '22021000'])
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Tributação aplicada a 2 mercadorias.', mercadorias: 2 },
    ])
    const ruleOf = async ({ id }: { id: number }) => (await api('GET', `/api/mercadoria/${id}`)).body.tributacao_id
    expect(await Promise.all([...goods, other].map(ruleOf))).toEqual([made.id, made.id, made.id, null])
    const { body: trail } = await api('GET', `/api/mercadoria/${goods[1].id}/auditoria`)
    expect(JSON.stringify(trail)).toContain('aplicarNcm')
    expect((await apply(made.id, '22011000, 2202.10.00')).body.mercadorias).toBe(0)
    expect((await api('DELETE', `/api/nfe/tributacao/${made.id}`)).status).toBe(400)
  })

  it('422 with errors.ncm, a text for each code that is none, that no product has, that the rule is not for; nothing is done', async () => {
    const { body: made } = await rule({ NCM: '84' })
    const { id } = await product('85171300')
    await product('84713012')
    const refused = await apply(made.id, ['84713012', '123', '84145100', '85171300'])
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        ncm: ['NCM inválido: 123', '8414.51.00: nenhuma mercadoria tem este NCM.', '8517.13.00: a regra é do NCM 84.'],
      },
    ])
    expect((await api('GET', `/api/mercadoria/${id}`)).body.tributacao_id).toBeNull()
    expect((await apply(made.id, [])).body.errors).toEqual({ ncm: ['Informe o NCM.'] })
    expect((await apply(made.id, undefined)).status).toBe(422)
    expect(
      (
        await apply(
          made.id,
          Array.from({ length: 501 }, (_, at) => String(at)),
        )
      ).status,
    ).toBe(422)
    expect((await apply(999_999, ['84713012'])).status).toBe(404)
  })

  it('403 without the right on goods as well', async () => {
    const { body: made } = await rule({})
    const half = await server.user({ permissions: ['edit tributacao'] })
    const refused = await half('POST', `/api/nfe/tributacao/${made.id}/aplicarNcm`, { ncm: ['84713012'] })
    expect(refused.status).toBe(403)
    const whole = await server.user({ permissions: ['edit tributacao', 'edit mercadoria'] })
    expect((await whole('POST', `/api/nfe/tributacao/${made.id}/aplicarNcm`, { ncm: ['84713012'] })).status).toBe(200)
  })
})

describe('situation codes by tax', () => {
  it('are parts of the official table: written, listed and deleted through each', async () => {
    const made = await api('POST', '/api/nfe/ipi', { codigo: '50', descricao: 'Saída tributada' })
    expect([made.status, made.body.codigo]).toEqual([201, '50'])
    await api('POST', '/api/nfe/icms', { codigo: '00', descricao: 'Tributada' })
    await api('POST', '/api/nfe/icms', { imposto: 'CSOSN', codigo: '102', descricao: 'Sem crédito' })
    await api('POST', '/api/cst', { imposto: 'PIS', codigo: '01', descricao: 'Tributável' })
    const of = async (path: string) =>
      (await api('GET', `/api/nfe/${path}`)).body.data.map(({ codigo }: { codigo: string }) => codigo)
    expect([await of('ipi'), await of('icms'), await of('pis'), await of('cofins')]).toEqual([
      ['50'],
      ['00', '102'],
      ['01'],
      [],
    ])
    expect(await of('icms?search=crédito')).toEqual(['102'])
    const twice = await api('POST', '/api/nfe/ipi', { codigo: '50', descricao: 'De novo' })
    expect([twice.status, twice.body.message]).toEqual([
      409,
      'Já existe um registro com estes valores em Imposto e Código.',
    ])
    const changed = await api('PUT', `/api/nfe/ipi/${made.body.id}`, { descricao: 'Saída com imposto' })
    expect(changed.body.descricao).toBe('Saída com imposto')
    expect((await api('DELETE', `/api/nfe/pis/${made.body.id}`)).status).toBe(404)
    expect((await api('DELETE', `/api/nfe/ipi/${made.body.id}`)).status).toBe(200)
    expect(await of('ipi')).toEqual([])
    const other = await api('POST', '/api/nfe/icms', { imposto: 'IPI', codigo: '51', descricao: 'Outro' })
    expect(other.status).toBe(422)
  })
})
