import type { Problem } from '../issue/fault-words'

/** Another manifest, which the authority has open. */
interface Named {
  readonly chMDFe: string
  readonly nProt: string | null
}

/** Codes by which the authority asks for another manifest to be closed first (MOC of the MDF-e, G071 to G074). */
const OPEN: ReadonlySet<string> = new Set(['462', '611', '662', '686'])

/** The open manifest that a refusal names; undefined for one of another kind, or that names none. */
export function openNamed({ cStat, xMotivo }: { readonly cStat: string; readonly xMotivo: string }): Named | undefined {
  const chMDFe = OPEN.has(cStat) ? /\d{6}[0-9A-Z]{12}\d{26}/.exec(xMotivo)?.[0] : undefined
  if (chMDFe === undefined) return undefined
  return { chMDFe, nProt: /\D(\d{15})\D/.exec(xMotivo.replace(chMDFe, ''))?.[1] ?? null }
}

/** What refusals say in words for whoever can mend them, and where. Codes mean other things than those of the NF-e. */
const CURES: Readonly<Record<string, Omit<Problem, 'cStat'>>> = {
  '203': { message: 'A empresa não está habilitada a emitir MDF-e: credencie-a na SEFAZ.' },
  '209': {
    message: 'A inscrição estadual da empresa não confere.',
    place: { resource: 'empresa', field: 'IE' },
  },
  '213': { message: 'O certificado não é da empresa.', place: { resource: 'empresa', field: 'CNPJ_CPF' } },
  '675': { message: 'Uma das notas não está na base da SEFAZ do MDF-e: espere alguns minutos e reenvie.' },
  '677': { message: 'Uma das notas foi cancelada: tire a venda da carga e reenvie.' },
  '663': {
    message: 'O percurso não liga a UF de carregamento à de descarregamento.',
    place: { resource: 'mdfe', field: 'infPercurso' },
  },
}

/** What a refusal asks of whoever issues. Of another manifest that is open it names the key. */
export function manifestProblem(answer: { readonly cStat: string; readonly xMotivo: string }): Problem {
  const { cStat, xMotivo } = answer
  const open = openNamed(answer)
  if (open)
    return {
      cStat,
      message: `Encerre antes o MDF-e aberto de chave ${open.chMDFe}, e reenvie este.`,
      place: { resource: 'mdfe', field: 'chAberto' },
    }
  return { cStat, ...(CURES[cStat] ?? { message: xMotivo }) }
}
