/** Our fields of a person, by what the look-up of a CNPJ calls them. The municipality is told by its IBGE code, apart. */
const COMPANY_FIELDS = {
  xNome: 'nome',
  xFant: 'fantasia',
  email: 'email',
  fone: 'telefone',
  CEP: 'cep',
  xLgr: 'logradouro',
  nro: 'numero',
  xCpl: 'complemento',
  xBairro: 'bairro',
  UF: 'uf',
} as const

/** What the look-up of a CNPJ found, by the names of our fields. */
export function companyValues(found: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(COMPANY_FIELDS).map(([ours, theirs]) => [ours, found[theirs]]))
}
