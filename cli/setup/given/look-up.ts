import { companyValues } from '../../../core/br/company'
import { isCnpj, readTaxId } from '../../../core/br/tax-id'
import { askCompany, companiesAt } from '../../../http/cadastros/consultas/company'
import { ApiError } from '../../../http/platform/errors'
import type { Entry } from './shape'

/** What the public register says of a company, by the fields of ours; or why it says nothing, which stops nobody. */
export async function lookUpCompany(cnpjUrl: string | undefined, typed: string): Promise<Entry | string> {
  const { digits } = readTaxId(typed)
  if (!isCnpj(digits)) return 'A consulta é só de CNPJ.'
  try {
    const found = await askCompany(companiesAt(cnpjUrl), digits)
    const values = { ...companyValues({ ...found }), cMun: found.ibge === '' ? '' : Number(found.ibge) }
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  } catch (error) {
    if (error instanceof ApiError) return `${error.message} Os dados da empresa ficam como foram informados.`
    throw error
  }
}
