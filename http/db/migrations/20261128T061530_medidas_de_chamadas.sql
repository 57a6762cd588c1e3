-- What calls cost, of all server processes together, by the hour: how many, how long, how much of it in the database. `faixas` counts them by duration
-- (core/measures). Each server adds its own once a minute; rows are few and wide apart, so the table stays small.
CREATE TABLE medida_chamada (
	"hora" timestamptz NOT NULL,
	"recurso" text NOT NULL,
	"verbo" text NOT NULL,
	"chamadas" bigint NOT NULL,
	"recusadas" bigint NOT NULL,
	"falhas" bigint NOT NULL,
	"segundos" double precision NOT NULL,
	"segundos_banco" double precision NOT NULL,
	"comandos" bigint NOT NULL,
	"faixas" bigint[] NOT NULL,
	PRIMARY KEY ("hora", "recurso", "verbo")
);
