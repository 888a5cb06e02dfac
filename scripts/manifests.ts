import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/*
Writes the checksums (`SHA256SUMS`) and the Homebrew formula (`landfall.rb`) of a release: `node scripts/manifests.ts FOLDER`.
*/

const folder = process.argv[2] ?? 'release';
const {version, description, license, homepage, repository} = JSON.parse(
	readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
);
const address = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
const sumOf = (name: string): string =>
	createHash('sha256')
		.update(readFileSync(join(folder, name)))
		.digest('hex');
const names = readdirSync(folder).filter(name => /\.(?:tgz|tar\.gz|zip)$/.test(name));
const checksums = new Map(names.toSorted().map(name => [name, sumOf(name)]));

function formulaPart(system: string): string {
	const name = `landfall-${system}.tar.gz`;
	const hash = checksums.get(name);
	if (!hash) throw new Error(`${folder} has no ${name}`);
	return `url "${address}/releases/download/v${version}/${name}"\n      sha256 "${hash}"`;
}

const formula = `class Landfall < Formula
  desc "${description.replace(/\.$/, '')}"
  homepage "${homepage}"
  version "${version}"
  license "${license}"

  on_macos do
    on_arm do
      ${formulaPart('macos-arm64')}
    end
  end
  on_linux do
    on_intel do
      ${formulaPart('linux-x64')}
    end
  end

  def install
    bin.install "landfall"
    doc.install "LICENSE", "THIRD-PARTY-NOTICES"
    generate_completions_from_executable(bin/"landfall", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/landfall version")
  end
end
`;

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
write('SHA256SUMS', [...checksums].map(([name, hash]) => `${hash}  ${name}\n`).join(''));
write('landfall.rb', formula);
