import { ApiError } from '../../platform/errors'

/** The CNPJ (or CPF) of a company, for what cannot be done without. Throws 422 `company_without_cnpj` with where to write it; `purpose` is an infinitive. */
export function ownCnpj(
  company: { readonly CNPJ_CPF: string | null; readonly xNome: string },
  purpose: string,
): string {
  if (company.CNPJ_CPF !== null) return company.CNPJ_CPF
  throw new ApiError(
    422,
    'company_without_cnpj',
    `A empresa ${company.xNome} ainda não tem CNPJ. Informe-o em Primeiros passos ou em Cadastros › Empresas para ${purpose}.`,
  )
}
