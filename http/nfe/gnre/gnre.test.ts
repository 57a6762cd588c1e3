import { describe, expect, it } from 'vitest'
import { call, certified, faults, issuerTest, ok, run, sefaz, server } from '../nota/issuing.fixture'
import {
  byHand,
  consumerBeyond,
  guideById,
  GUIDES,
  guidesOf,
  portalHas,
  sentGuide,
  settled,
  soldBeyond,
} from './guides.fixture'

issuerTest()

let far: number
const beyond = async () => (far ??= await consumerBeyond())

describe('the guides of a note', () => {
  it('are made when it is authorised, by what the state asks, and come back with barcode and Pix', async () => {
    const { note, guides } = await soldBeyond(await beyond())
    expect(note.status).toBe(3)
    expect(guides).toHaveLength(1)
    const [guide] = guides
    expect(guide).toMatchObject({
      status: 3,
      nfe_id: note.id,
      ufFavorecida: 'SP',
      receita: '100102',
      tpDocOrigem: '22',
      nDocOrigem: note.chNFe,
      vPrincipal: 60,
      vFCP: 20,
      valorGNRE: 80,
      CNPJ_CPF_dest: '52998224725',
      cMun_dest: 3550308,
      problemas: null,
    })
    expect(guide.linhaDigitavel).toMatch(/^\d{48}$/)
    expect(guide.codigoBarras).toMatch(/^85\d{42}$/)
    expect(guide.qrcodePayload).toMatch(/^000201/)
    expect(portalHas()).toEqual([String(guide.id)])
    const texts = await run(`select tipo, xml from gnre_xml where gnre_id = ${guide.id} order by id`)
    expect(texts.map(({ tipo }) => tipo)).toEqual(['enviada', 'resposta'])
    expect(await faults()).toEqual([])
  })

  it('go apart where the state takes the fund in no other guide, as one lot', async () => {
    sefaz.gnre.rules.set('SP 100102', { descricao: 'DIFAL', documento: ['10'], fecp: 'N' })
    await run('delete from gnre_regra')
    const before = sefaz.gnre.calls.filter((one) => one === 'lot').length
    const { note, guides } = await soldBeyond(await beyond())
    expect(guides).toMatchObject([
      { receita: '100102', valorGNRE: 60, tpDocOrigem: '10', nDocOrigem: String(note.nNF), status: 3 },
      { receita: '100129', valorGNRE: 20, status: 3 },
    ])
    expect(sefaz.gnre.calls.filter((one) => one === 'lot')).toHaveLength(before + 1)
    sefaz.gnre.rules.clear()
    await run('delete from gnre_regra')
  })

  it('are none within the state, to contributors, and where the company is registered as substitute', async () => {
    const customer = await beyond()
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { IEST: 'SP: 110.042.490.114; rj 98765432' })
    expect((await ok('GET', `/api/empresa/${server.empresa_id}`)).IEST).toBe('SP 110042490114, RJ 98765432')
    const { note, guides } = await soldBeyond(customer)
    expect([note.status, guides]).toEqual([3, []])
    const [signed] = await run(`select xml from nfe_xml where nfe_id = ${note.id} and tipo = 'assinada'`)
    expect(String(signed?.xml)).toContain('<IEST>110042490114</IEST>')
    const wrong = await call('PUT', `/api/empresa/${server.empresa_id}`, { IEST: 'XX 1' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['IEST']])
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { IEST: null })
    const near = { UF: 'PR', cMun: 4106902, CNPJ_CPF: '11144477735' }
    const trader = { CNPJ_CPF: '33000167000101', indIEDest: 1, IE: '110042490114' }
    for (const other of [near, trader])
      expect(await soldBeyond(await consumerBeyond(other))).toMatchObject({ note: { status: 3 }, guides: [] })
  })

  it('ask for the rules of a state once a day', async () => {
    await soldBeyond(await beyond())
    const before = sefaz.gnre.calls.filter((one) => one === 'rules').length
    await soldBeyond(await beyond())
    expect(sefaz.gnre.calls.filter((one) => one === 'rules')).toHaveLength(before)
    await run(`update gnre_regra set "dhConsulta" = now() - interval '25 hours'`)
    await soldBeyond(await beyond())
    expect(sefaz.gnre.calls.filter((one) => one === 'rules')).toHaveLength(before + 1)
  })

  it('wait for a portal that is down, and lose nothing', async () => {
    await run('delete from gnre_regra')
    sefaz.gnre.faults.treat(
      { service: 'rules', status: 503 },
      { service: 'rules', cut: 'after' },
      { service: 'lot', status: 503 },
    )
    const { guides } = await soldBeyond(await beyond())
    expect(guides).toMatchObject([{ status: 3 }])
  })

  it('what cannot be sent stays a draft that tells what is missing, and the note is authorised all the same', async () => {
    await run('delete from gnre_regra')
    sefaz.gnre.rules.set('SP 100102', { descricao: 'DIFAL', documento: ['22'], fecp: 'S', produto: true })
    const { note, guides } = await soldBeyond(await beyond())
    expect(note.status).toBe(3)
    expect(guides).toMatchObject([{ status: 0, problemas: [{ place: { resource: 'gnre', field: 'produto' } }] }])
    const [{ id }] = guides
    const refused = await call('POST', `${GUIDES}/${id}/envia`)
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      422,
      'guide_refused',
      ['gnre.produto'],
    ])
    await ok('PUT', `${GUIDES}/${id}`, { produto: '20' })
    expect(await sentGuide(id)).toMatchObject({ status: 3, problemas: null })
    sefaz.gnre.rules.clear()
    await run('delete from gnre_regra')
  })
})

describe('a guide made by hand', () => {
  it('comes to the sum of its parts, and is sent after the rules of its state were asked for', async () => {
    const { id } = await byHand({ vFCP: 10, vMulta: 1.5, vJuros: 0.25 })
    expect(await guideById(id)).toMatchObject({ status: 0, valorGNRE: 97.25 })
    expect(await sentGuide(id)).toMatchObject({
      status: 3,
      valorGNRE: 97.25,
      recibo: expect.stringMatching(/^\d{14}$/),
    })
    expect(await run(`select count(*)::int as n from gnre_regra where "UF" = 'BA'`)).toEqual([{ n: 1 }])
  })

  it('refused by the state, says why at its field; corrected, it goes again', async () => {
    sefaz.gnre.rules.set('BA 100099', { descricao: 'ST', documento: ['10'], onlyToday: true })
    await run('delete from gnre_regra')
    const { id } = await byHand()
    expect(await sentGuide(id)).toMatchObject({
      status: 2,
      problemas: [{ cStat: '218', message: expect.stringMatching(/data de hoje/), place: { field: 'dPagamento', id } }],
    })
    expect((await call('POST', `${GUIDES}/${id}/envia`)).body.code).toBe('refused')
    const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
    await ok('PUT', `${GUIDES}/${id}`, { dPagamento: today })
    await ok('POST', `${GUIDES}/${id}/corrige`)
    await settled()
    expect(await guideById(id)).toMatchObject({ status: 3, problemas: null, envios: 2 })
    sefaz.gnre.rules.clear()
  })

  it('is not changed while it waits, nor once it is ready', async () => {
    const { id } = await byHand({ nDocOrigem: '78' })
    await ok('POST', `${GUIDES}/${id}/envia`)
    expect((await call('PUT', `${GUIDES}/${id}`, { vPrincipal: 1 })).body.code).toBe('sending')
    await settled()
    expect((await call('PUT', `${GUIDES}/${id}`, { vPrincipal: 1 })).body.code).toBe('ready')
    expect((await call('DELETE', `${GUIDES}/${id}`)).status).toBe(400)
  })

  it('is refused by its form: number without kind, fields of the state that are none, codes that are no digits', async () => {
    for (const [values, field] of [
      [{ tpDocOrigem: null, nDocOrigem: '5' }, 'tpDocOrigem'],
      [{ camposExtras: { codigo: '1' } }, 'camposExtras'],
      [{ receita: '12' }, 'receita'],
      [{ ufFavorecida: 'XX' }, 'ufFavorecida'],
      [{ vPrincipal: -1 }, 'vPrincipal'],
    ] as const) {
      const answer = await call('POST', GUIDES, {
        ufFavorecida: 'BA',
        receita: '100099',
        dVencimento: '2090-12-20',
        ...values,
      })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
    }
  })

  it('is not sent without a certificate: nothing is lost', async () => {
    const { id } = await byHand({ nDocOrigem: '79' })
    await run('delete from empresa_certificado')
    const refused = await call('POST', `${GUIDES}/${id}/envia`)
    expect([refused.status, refused.body.message]).toEqual([
      503,
      'A empresa não tem certificado digital: envie-o no cadastro da empresa.',
    ])
    expect(await guideById(id)).toMatchObject({ status: 0, envios: 0 })
    await certified()
    expect(await sentGuide(id)).toMatchObject({ status: 3 })
  })

  it('asks for the right: 403 without it', async () => {
    const { id } = await byHand({ nDocOrigem: '80' })
    const other = await server.user({ permissions: ['show gnre'] })
    expect((await other('GET', `${GUIDES}/${id}`)).status).toBe(200)
    expect((await other('POST', `${GUIDES}/${id}/envia`)).status).toBe(403)
    expect(await guidesOf({ nDocOrigem: '80' })).toHaveLength(1)
  })
})
