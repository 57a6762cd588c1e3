import { isEmail, phoneDigits } from '../../../core/br/fields'
import { ApiError } from '../../platform/errors'
import { base, fetchJson, type Found, notConfigured, Remembered, textAt } from './remote'

/** The public register of companies at an address of BrasilAPI's shape; undefined without one. */
export const companiesAt = (url: string | undefined): Remembered | undefined =>
  url === undefined ? undefined : new Remembered((cnpj) => fetchJson(`${base(url)}/api/cnpj/v1/${cnpj}`, 'CNPJ'))

/** What the register tells of the company of a valid CNPJ, '' where nothing. Throws 503 where it is not configured or does not answer, 404. */
export async function askCompany(
  companies: Remembered | undefined,
  cnpj: string,
): Promise<ReturnType<typeof companyOf>> {
  if (!companies) throw notConfigured('CNPJ', 'CNPJ_URL')
  const found = await companies.get(cnpj)
  if (!found) throw new ApiError(404, 'not_found', 'CNPJ não encontrado na base da Receita Federal.')
  return companyOf(found)
}

function companyOf(found: Found) {
  const email = textAt(found, 'email').toLowerCase()
  const cMun = textAt(found, 'codigo_municipio_ibge')
  return {
    nome: textAt(found, 'razao_social'),
    fantasia: textAt(found, 'nome_fantasia'),
    email: isEmail(email) ? email : '',
    logradouro: [textAt(found, 'descricao_tipo_de_logradouro'), textAt(found, 'logradouro')].join(' ').trim(),
    numero: textAt(found, 'numero'),
    complemento: textAt(found, 'complemento'),
    bairro: textAt(found, 'bairro'),
    uf: textAt(found, 'uf'),
    ibge: /^\d{7}$/.test(cMun) ? cMun : '',
    telefone: phoneDigits(textAt(found, 'ddd_telefone_1')),
    cep: textAt(found, 'cep').replaceAll(/\D/g, ''),
    situacao: textAt(found, 'descricao_situacao_cadastral'),
  }
}
