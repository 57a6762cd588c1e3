import { testCertificate } from '../fixtures/certificates'
import { asOwner } from '../fixtures/as-owner'
import type { Database } from '../http/db/connect'
import { BENCH_USER, type SignedIn } from './bench-user'

const CNPJ = '11222333000181'
const PASSWORD = 'senha-do-certificado'
const ADDRESS = { xLgr: 'Rua das Flores', nro: '100', xBairro: 'Centro', CEP: '80010000', UF: 'PR', cMun: 4106902 }
/** Lines of each sale. */
const LINES = 5
const SALE_CALLS = 4

/** A company that is about to issue. */
export async function seedCompany(database: Database): Promise<void> {
  await asOwner(database.url, (owner) =>
    owner.unsafe(
      `insert into municipio (id, "xMun", "UF") values (4106902, 'Curitiba', 'PR') on conflict do nothing;
      insert into empresa ("CNPJ_CPF", "xNome", "UF") values ('${CNPJ}', 'Empresa das Notas Ltda', 'PR');
      update configuracao set value = '${CNPJ}; Suporte; suporte@prumo.example; 41 3333-0000' where name = 'FISCAL_RESP_TEC';${BENCH_USER}`,
    ),
  )
}

/** Makes sales that are ready to be invoiced. */
export interface Seller {
  /** So many more; answers their numbers. */
  readonly sales: (count: number) => Promise<readonly number[]>
  /** Who buys, and what is paid by later. */
  readonly customer: number
  readonly later: number
}

/** Gives the company all that its notes need: certificate, series, rule, operation, customer, goods. */
export async function readyCompany({ call, token }: SignedIn, url: string): Promise<Seller> {
  await call('PUT', 'empresa/1', { ...ADDRESS, IE: '1234567850', CRT: 3, fone: '4133334444' })
  const form = new FormData()
  form.set('file', new File([testCertificate({ id: CNPJ, password: PASSWORD })], 'empresa.pfx'))
  form.set('keyPass', PASSWORD)
  const headers = { Authorization: `Bearer ${token}` }
  const uploaded = await fetch(`${url}/api/empresa/1/uploadCert`, { method: 'POST', headers, body: form })
  if (!uploaded.ok) throw new Error(await uploaded.text())
  await call('POST', 'nfe/serie_numero', { empresa_id: 1, tpDoc: 1, serie: 1, tpAmb: 2 })
  await call('POST', 'nfe/tributacao', {
    descricao: 'Tudo',
    taxCode: '00',
    pICMS: 18,
    cstPIS: '01',
    pPIS: 1.65,
    cstCOFINS: '01',
    pCOFINS: 7.6,
    cstIBSCBS: '000',
    cClassTrib: '000001',
  })
  const operation = await call('POST', 'tipo_entrada_saida', {
    descricao: 'Venda',
    natOp: 'Venda de mercadoria',
    movimenta_estoque: false,
    cfop_list: [{ origem: 2, st: 0, destino: 1, CFOP: '5102', contribuinte: null }],
  })
  const customer = await call('POST', 'cliente', {
    ...ADDRESS,
    xNome: 'Mercado Medido Ltda',
    CNPJ_CPF: '11444777000161',
    IE: '1234567850',
  })
  const slip = await call('POST', 'pagamento', { descricao: 'Boleto', tPag: '15' })
  const goods: { readonly id: number }[] = []
  for (let n = 1; n <= LINES; n++)
    goods.push(
      await call('POST', 'mercadoria', { codigo: `M${n}`, xProd: `Queijo medido ${n}`, NCM: '04061010', pesoB: 1.5 }),
    )
  const dVencimento = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const sale = async (): Promise<number> => {
    const made = await call('POST', 'venda', {
      cliente_id: customer.id,
      tipo_entrada_saida_id: operation.id,
      geraNFe: 1,
      venda_mercadorias: goods.map(({ id }) => ({ mercadoria_id: id, qTrib: 2, vUnTrib: 10 })),
      venda_duplicatas: [{ vDup: 20 * LINES, dVencimento, pagamento_id: slip.id }],
    })
    return made.id
  }
  return {
    customer: customer.id,
    later: slip.id,
    sales: (count) =>
      several(
        SALE_CALLS,
        Array.from({ length: count }, () => sale),
      ),
  }
}

/** Does all, so many at a time; what each answers, in order. */
export async function several<T>(atOnce: number, work: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const done: T[] = []
  const rest = work.entries()
  const one = async () => {
    for (const [at, each] of rest) done[at] = await each()
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return done
}
