/** The 27 federative units with their IBGE codes, in the order of the codes. */

export const UFS = [
  { codigo: '11', sigla: 'RO', nome: 'Rondônia' },
  { codigo: '12', sigla: 'AC', nome: 'Acre' },
  { codigo: '13', sigla: 'AM', nome: 'Amazonas' },
  { codigo: '14', sigla: 'RR', nome: 'Roraima' },
  { codigo: '15', sigla: 'PA', nome: 'Pará' },
  { codigo: '16', sigla: 'AP', nome: 'Amapá' },
  { codigo: '17', sigla: 'TO', nome: 'Tocantins' },
  { codigo: '21', sigla: 'MA', nome: 'Maranhão' },
  { codigo: '22', sigla: 'PI', nome: 'Piauí' },
  { codigo: '23', sigla: 'CE', nome: 'Ceará' },
  { codigo: '24', sigla: 'RN', nome: 'Rio Grande do Norte' },
  { codigo: '25', sigla: 'PB', nome: 'Paraíba' },
  { codigo: '26', sigla: 'PE', nome: 'Pernambuco' },
  { codigo: '27', sigla: 'AL', nome: 'Alagoas' },
  { codigo: '28', sigla: 'SE', nome: 'Sergipe' },
  { codigo: '29', sigla: 'BA', nome: 'Bahia' },
  { codigo: '31', sigla: 'MG', nome: 'Minas Gerais' },
  { codigo: '32', sigla: 'ES', nome: 'Espírito Santo' },
  { codigo: '33', sigla: 'RJ', nome: 'Rio de Janeiro' },
  { codigo: '35', sigla: 'SP', nome: 'São Paulo' },
  { codigo: '41', sigla: 'PR', nome: 'Paraná' },
  { codigo: '42', sigla: 'SC', nome: 'Santa Catarina' },
  { codigo: '43', sigla: 'RS', nome: 'Rio Grande do Sul' },
  { codigo: '50', sigla: 'MS', nome: 'Mato Grosso do Sul' },
  { codigo: '51', sigla: 'MT', nome: 'Mato Grosso' },
  { codigo: '52', sigla: 'GO', nome: 'Goiás' },
  { codigo: '53', sigla: 'DF', nome: 'Distrito Federal' },
] as const

export type Uf = (typeof UFS)[number]['sigla']
export type UfRow = (typeof UFS)[number]

const BY_SIGLA = new Map<string, UfRow>(UFS.map((row) => [row.sigla, row]))
const BY_CODE = new Map<string, UfRow>(UFS.map((row) => [row.codigo, row]))

/** The row of a UF by its two letters (any case) or its IBGE code. */
export function findUf(text: string): UfRow | undefined {
  const key = text.trim()
  return BY_SIGLA.get(key.toUpperCase()) ?? BY_CODE.get(key)
}

/** True for a municipality code of the IBGE: seven digits, the first two of a UF. The table itself is data of the server. */
export function isMunicipalityCode(code: string): boolean {
  return /^\d{7}$/.test(code) && BY_CODE.has(code.slice(0, 2))
}

/** The UF of a municipality code. */
export function ufOfMunicipality(code: string): UfRow | undefined {
  return isMunicipalityCode(code) ? BY_CODE.get(code.slice(0, 2)) : undefined
}
