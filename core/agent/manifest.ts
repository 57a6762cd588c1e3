import * as v from 'valibot'

/** Machines that the agent's program is built for. */
export const AGENT_TARGETS = ['linux-x64', 'linux-arm64', 'windows-x64'] as const
export type AgentTarget = (typeof AGENT_TARGETS)[number]

const program = v.object({
  alvo: v.picklist(AGENT_TARGETS),
  arquivo: v.pipe(v.string(), v.regex(/^[\w.-]{1,80}$/)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 30)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})
export type AgentProgram = v.InferOutput<typeof program>

const manifest = v.object({
  versao: v.pipe(v.string(), v.regex(/^\d{1,6}(\.\d{1,6}){0,3}$/)),
  programas: v.pipe(v.array(program), v.maxLength(AGENT_TARGETS.length)),
})
/** What is known of the built programs: their version, sizes and digests (`dist/agents/manifest.json`). */
export type AgentManifest = v.InferOutput<typeof manifest>

/** Reads a manifest; undefined for what is none. */
export function readManifest(given: unknown): AgentManifest | undefined {
  const { success, output } = v.safeParse(manifest, given)
  return success ? output : undefined
}

/** Is `one` a later version than `other`? Numbers between dots, the first weighs most. */
export function isLater(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number))
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** A machine's target by the names that the runtime gives it; undefined for one that nothing is built for. */
export function targetOf(platform: string, arch: string): AgentTarget | undefined {
  const system = platform === 'win32' ? 'windows' : platform
  return AGENT_TARGETS.find((target) => target === `${system}-${arch}`)
}
